// The learned evaluation of a position, kept up move by move.
//
// A disc changes only the placements that hold its cell or one above it in the same column. For
// each placement the evaluator remembers its input; the sums of the hidden units, seen by either
// player, change by the rows of the inputs that came and went. `undo` takes everything back.
//
//     play -> touched placements -> inputs come and go -> threats -> columns -> sums
#pragma once

#include <cmath>

#include "network.hpp"
#include "placements.hpp"

namespace dropfour {

struct Outlook {
    static constexpr int logit_unit = 256;
    static constexpr int point_unit = 64;

    int logit = 0;   // of the mover's value, in units of logit_unit
    int margin = 0;  // the mover's expected final margin, in units of point_unit

    // The value that counts with this ending, -1 to +1.
    float value(Ending ending) const {
        return ending == Ending::first_pattern ? squashed(logit, 2 * logit_unit)
                                               : squashed(margin, 2 * point_unit);
    }

  private:
    // By operations that every machine rounds alike.
    static float squashed(int number, int unit) {
        const float x = static_cast<float>(number) / static_cast<float>(unit);
        return x / std::sqrt(1.0f + x * x);
    }
};

class Evaluator {
  public:
    Evaluator(std::shared_ptr<const Network> network, std::shared_ptr<const Placements> placements,
              const Network::Code& code = Network::fastest());

    // To a position of the same rules whose game is not over.
    void set(const AnyBoard& board);

    // A disc or ban of the player to move in this column, which has room; the game may end by it,
    // but a position after its end has no outlook.
    void play(int column);
    void undo();

    Outlook outlook() const;

    int turn() const { return turn_; }
    // Columns in which the player's next disc would complete a pattern, as bits; for tests.
    std::uint32_t ready(int player) const;

    // As active_inputs() of the position has them; for tests.
    std::vector<int> inputs() const;

  private:
    static constexpr std::uint16_t nothing = 0xFFFF;
    static constexpr int most_rows = 32;

    struct Seen {                       // of a placement
        std::uint16_t input = nothing;  // inputs::pattern of its owner
        std::uint16_t hole = 0;         // if one cell is missing: column * most_rows + index
        std::uint8_t owners = 0;        // a bit for each player with a disc in it; a ban is both
        std::uint8_t points = 0;        // whether it is completed
    };
    struct Change {
        std::uint32_t placement;
        Seen before;
    };
    struct ColumnInputs {  // by perspective
        std::array<std::uint16_t, 2> stack{nothing, nothing}, duel{nothing, nothing};
    };
    struct Frame {
        std::array<Network::Sums, 2> sums;
        std::size_t changes;  // so many there were before
        int column;
        std::uint32_t columns_changed;
        std::uint8_t turn, last_getter;
        bool banning;
        std::array<int, 2> points;
    };

    Seen look_at(std::uint32_t placement, std::uint8_t owners) const;
    void replace(std::uint32_t placement, const Seen& now);
    void count(const Seen& seen, int sign);
    ColumnInputs look_at_column(int column) const;
    void update_columns(std::uint32_t columns);
    template <class Visit>
    void for_each_board_input(int player, Visit visit) const;

    int filled(int column) const { return filled_[static_cast<std::size_t>(column)]; }
    int getter(const Placements::Cell& cell) const { return last_getter_ ^ cell.odd_above; }

    std::shared_ptr<const Network> network_;
    std::shared_ptr<const Placements> placements_;
    const Network::Code& code_;

    std::array<std::uint8_t, max_columns> filled_{};  // discs and bans by column
    int free_ = 0;
    std::uint8_t turn_ = 0;
    bool banning_ = false;
    std::uint8_t last_getter_ = 0;  // who fills the last cell if all players go on in turn
    std::array<int, 2> points_{};

    std::vector<Seen> seen_;  // by placement
    // By player, by hole: so many placements lack only this cell.
    std::array<std::array<std::uint16_t, max_columns * most_rows>, 2> threat_counts_{};
    std::array<std::array<std::uint32_t, max_columns>, 2> threats_{};  // by index, bits
    std::uint32_t columns_changed_ = 0;
    std::vector<ColumnInputs> column_inputs_;
    std::array<Network::Sums, 2> sums_{};  // by perspective
    std::array<std::vector<std::uint16_t>, 2> added_, removed_;

    std::vector<Change> changes_;
    std::vector<Frame> frames_;
};

}  // namespace dropfour
