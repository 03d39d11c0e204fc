// The learned evaluation of a position, kept up move by move.
//
// A disc changes only the placements that hold its cell or one above it in the same column. Of each
// placement the evaluator remembers what lies in it; the rest of its state follows from how far the
// columns are filled. The sums of the hidden units, seen by either player, change by the rows of
// the inputs that come and go.
//
//     drop -> touched placements -> threats -> columns -> board
//                    |                            |         |
//                    +--------- rows come and go -+---------+--> sums -> outlook
//
// All but what lies in placements is kept once for every ply, so that to take a move back is to
// forget the last. `outlook_after` does the same work for one player only, and leaves the
// placements alone: it is the fast way to judge all moves of a position.
#pragma once

#include <cmath>

#include "kernels.hpp"

namespace dropfour {

struct Outlook {
    static constexpr int logit_unit = 256;
    static constexpr int point_unit = 64;

    int logit = 0;   // of the mover's value, in units of logit_unit
    int margin = 0;  // the mover's expected final margin, in units of point_unit
    int mover = 0;

    static Outlook of(const std::array<std::int32_t, 2>& outputs, int lead, int mover) {
        constexpr int rest_divisor = Network::unit / (Network::points_per_output * point_unit);
        return {outputs[0] / (Network::unit / logit_unit),
                lead * point_unit + outputs[1] / rest_divisor, mover};
    }

    // The mover's value that counts with this ending, -1 to +1.
    float value(Ending ending) const {
        return ending == Ending::first_pattern ? squashed(logit, 2 * logit_unit)
                                               : squashed(margin, 2 * point_unit);
    }
    float value_for(int player, Ending ending) const {
        return mover == player ? value(ending) : -value(ending);
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
    Evaluator(std::shared_ptr<const Network> network, std::shared_ptr<const Placements> placements)
        : Evaluator(network, std::move(placements), Kernels::fastest(*network)) {}
    Evaluator(std::shared_ptr<const Network> network, std::shared_ptr<const Placements> placements,
              const Kernels& kernels);

    // To a position of the same rules whose game is not over.
    void set(const AnyBoard& board);

    // A disc or ban of the player to move in this column, which has room; the game may end by it,
    // but a position after its end has no outlook.
    void play(int column);
    void undo();

    Outlook outlook() const { return outlook_of(states_[ply_]); }
    // As play(column), outlook(), undo(), in less time.
    Outlook outlook_after(int column);

    // Columns in which the player's next disc would complete a pattern, as bits; for tests.
    std::uint32_t ready(int player) const;

  private:
    struct Column {                                // by player:
        std::array<std::uint32_t, 2> threats;      // cells that complete a pattern of his, by index
        std::array<std::uint16_t, 2> stack, duel;  // its inputs as he sees them, or no input
    };
    struct State {
        std::array<Network::Sums, 2> sums;                   // by the player who sees
        std::array<std::uint8_t, max_columns> twice_filled;  // 2 * discs and bans, by column
        std::array<int, 2> points;
        int free, odd_columns, open_columns;
        std::uint8_t turn;
        bool banning;
        std::uint8_t last_getter;  // who fills the last cell if all players go on in turn
        std::uint8_t column;       // of the move that led here
        std::array<Column, max_columns> columns;

        int filled(int column) const { return twice_filled[static_cast<std::size_t>(column)] / 2; }
    };

    State& after(int column);
    void update(State& next, std::array<bool, 2> players);
    void look_anew(State& state);
    std::uint32_t add_threats(State& state, Tally more, std::size_t close) const;
    void look_at_columns(State& state, std::uint32_t columns, int player);
    void look_at_column(const State& state, int column, int player, Column& found) const;
    void look_at_board(const State& now, const State& next, int player);
    void replace(int gone, int come);
    void change(int player, std::size_t patterns, const Network::Sums& from, Network::Sums& to);
    void tally(bool taken_back);

    Tally more_by(const State& state) const {
        return tally_of[state.banning ? 3 : 1 << state.turn] - one_more_free;
    }
    std::size_t number(const State& state, int column) const {
        return placements_->number(column, state.filled(column));
    }
    Outlook outlook_of(const State& state) const;

    std::shared_ptr<const Network> network_;
    std::shared_ptr<const Placements> placements_;
    const Kernels& kernels_;

    std::vector<Tally> tallies_;        // by placement
    std::vector<Change> changed_;       // room for what Kernels::look finds
    std::vector<std::uint32_t> close_;  // the same
    std::vector<Change> others_;        // room for what comes and goes besides patterns,
    std::size_t other_count_ = 0;       // and how much is there
    std::vector<State> states_;         // by ply, and one more for outlook_after
    std::size_t ply_ = 0;               // since it was set
};

}  // namespace dropfour
