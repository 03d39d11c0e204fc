#include "book_builder.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <stdexcept>

#include "book.hpp"

namespace dropfour {
namespace {

constexpr std::uint64_t most_numbers = std::uint64_t{1} << 32;  // half a gigabyte of bits
constexpr int plies_back = 3;

void set(std::vector<std::uint64_t>& bits, std::uint64_t number) {
    bits[static_cast<std::size_t>(number / 64)] |= std::uint64_t{1} << number % 64;
}

bool contains(const std::vector<std::uint64_t>& bits, std::uint64_t number) {
    return bits[static_cast<std::size_t>(number / 64)] >> number % 64 & 1;
}

// use(number) for every number of a set, ascending.
template <class Use>
void for_each_number(const std::vector<std::uint64_t>& bits, Use use) {
    for (std::size_t i = 0; i < bits.size(); ++i)
        for (std::uint64_t rest = bits[i]; rest != 0; rest &= rest - 1)
            use(64 * std::uint64_t{i} + static_cast<std::uint64_t>(std::countr_zero(rest)));
}

// use(next) for every position one ply later.
template <int N, class Use>
void for_each_next(const Geometry<N>& geometry, const Position<N>& position, Use use) {
    for_each_bit(position.landing(geometry), [&](int bit) {
        Position<N> next = position;
        next.play(geometry, Bits<N>::one(bit));
        use(next);
    });
}

// Parts of a book one after the other, as book.hpp has them.
class Writer {
  public:
    template <class T>
    void put(std::span<const T> part) {
        const std::size_t bytes = part.size() * sizeof(T), at = words_.size();
        words_.resize(at + (bytes + 7) / 8);
        if (bytes > 0) std::memcpy(words_.data() + at, part.data(), bytes);
    }
    std::vector<std::uint64_t> take() { return std::move(words_); }

  private:
    std::vector<std::uint64_t> words_;
};

void put_plies(Writer& writer, const std::vector<std::uint64_t>& present,
               const std::vector<std::int16_t>& scores_by_index) {
    std::vector<std::int16_t> scores = scores_by_index;
    std::sort(scores.begin(), scores.end());
    scores.erase(std::unique(scores.begin(), scores.end()), scores.end());
    const std::uint64_t count = scores_by_index.size();
    const int bits = scores.empty() ? 0 : std::bit_width(scores.size() - 1);
    std::vector<std::uint64_t> values((count * static_cast<std::uint64_t>(bits) + 63) / 64);
    for (std::uint64_t i = 0; i < count && bits > 0; ++i) {
        const auto score = scores_by_index[static_cast<std::size_t>(i)];
        const auto value = static_cast<std::uint64_t>(
            std::lower_bound(scores.begin(), scores.end(), score) - scores.begin());
        const std::uint64_t at = i * static_cast<std::uint64_t>(bits);
        const int shift = static_cast<int>(at % 64);
        values[static_cast<std::size_t>(at / 64)] |= value << shift;
        if (shift + bits > 64)
            values[static_cast<std::size_t>(at / 64) + 1] |= value >> (64 - shift);
    }
    const std::uint32_t sizes[] = {static_cast<std::uint32_t>(bits),
                                   static_cast<std::uint32_t>(scores.size())};
    writer.put(std::span(&count, 1));
    writer.put(std::span<const std::uint32_t>(sizes));
    writer.put(std::span<const std::int16_t>(scores));
    writer.put(std::span<const std::uint64_t>(present));
    writer.put(std::span<const std::uint64_t>(values));
}

}  // namespace

BookBuilder::BookBuilder(const AnyBoard& rules, int plies) : rules_(rules) {
    if (plies < 0 || plies > max_book_plies)
        throw std::invalid_argument("a book has 0 to 24 plies");
    read(rules, [&]<int N>(const Geometry<N>& geometry, const Position<N>&) {
        for (int ply = 0; ply <= plies; ++ply) {  // before any work is done
            const auto size = Ranking<N>(geometry, ply).size();
            if (!size || *size > most_numbers)
                throw std::invalid_argument("that are too many positions for a book");
            present_.emplace_back(static_cast<std::size_t>((*size + 63) / 64));
        }
        for (int ply = 0; ply <= plies; ++ply) {
            const Ranking<N> ranking(geometry, ply);
            auto& present = present_[static_cast<std::size_t>(ply)];
            if (ply == 0) {
                const auto start = Position<N>::start(geometry);
                if (start.landing(geometry).any()) set(present, 0);
                continue;
            }
            const Ranking<N> before(geometry, ply - 1);
            for_each_number(present_[static_cast<std::size_t>(ply - 1)], [&](std::uint64_t number) {
                for_each_next(geometry, before.position(number), [&](const Position<N>& next) {
                    if (!next.over()) set(present, *ranking.merged_number(next));
                });
            });
        }
        // Relatives one after the other: what is proven of one helps the next.
        const int back = std::min(plies, plies_back);
        const Ranking<N> ancestors(geometry, plies - back), last(geometry, plies);
        std::vector<std::uint64_t> taken(present_.back().size());
        const auto take = [&](auto& self, const Position<N>& position, int ahead) -> void {
            if (position.over()) return;
            if (ahead > 0) {
                for_each_next(geometry, position,
                              [&](const Position<N>& next) { self(self, next, ahead - 1); });
                return;
            }
            const std::uint64_t number = *last.merged_number(position);
            if (contains(taken, number)) return;
            set(taken, number);
            to_solve_.push_back(number);
        };
        for_each_number(
            present_[static_cast<std::size_t>(plies - back)],
            [&](std::uint64_t number) { take(take, ancestors.position(number), back); });
    });
}

std::uint64_t BookBuilder::positions() const {
    std::uint64_t total = 0;
    for (const auto& present : present_)
        for (const std::uint64_t word : present)
            total += static_cast<std::uint64_t>(std::popcount(word));
    return total;
}

std::vector<std::int16_t> BookBuilder::solve(Solver& solver, std::uint64_t first,
                                             std::uint64_t count, Control& control) const {
    Task task;
    task.best = false;
    std::vector<std::int16_t> scores;
    std::visit(
        [&]<int N>(const Board<N>& board) {
            const Ranking<N> ranking(*board.geometry, static_cast<int>(present_.size()) - 1);
            for (std::uint64_t i = first;
                 i < std::min<std::uint64_t>(first + count, to_solve_.size()); ++i) {
                const Board<N> wanted{board.geometry,
                                      ranking.position(to_solve_[static_cast<std::size_t>(i)])};
                const Solution found = solver.solve(wanted, task, control);
                if (!found.solved) return;
                scores.push_back(static_cast<std::int16_t>(found.score.lower));
            }
        },
        rules_);
    return scores;
}

std::vector<std::uint64_t> BookBuilder::finish(std::span<const std::int16_t> solved) const {
    if (solved.size() != to_solve_.size())
        throw std::invalid_argument("not as many scores as positions to solve");
    // From the last ply back; the parts come in the other order.
    std::vector<std::vector<std::int16_t>> scores(present_.size());
    const NumberSet last(present_.back());
    scores.back().resize(solved.size());
    for (std::size_t i = 0; i < solved.size(); ++i)
        scores.back()[static_cast<std::size_t>(*last.place(to_solve_[i]))] = solved[i];
    read(rules_, [&]<int N>(const Geometry<N>& geometry, const Position<N>&) {
        for (std::size_t ply = present_.size() - 1; ply-- > 0;) {
            const Ranking<N> here(geometry, static_cast<int>(ply));
            const Ranking<N> later(geometry, static_cast<int>(ply) + 1);
            const NumberSet solved(present_[ply + 1]);
            const auto score_of = [&](const Position<N>& next) -> int {
                if (next.over()) return final_score(geometry, next, next.turn);
                const auto place = solved.place(*later.merged_number(next));
                return scores[ply + 1][static_cast<std::size_t>(*place)];
            };
            for_each_number(present_[ply], [&](std::uint64_t number) {
                const Position<N> position = here.position(number);
                int best = -no_score;
                for_each_next(geometry, position, [&](const Position<N>& next) {
                    const int score = score_of(next);
                    best = std::max(best, next.turn == position.turn ? score : -score);
                });
                scores[ply].push_back(static_cast<std::int16_t>(best));
            });
        }
    });
    Writer writer;
    for (std::size_t ply = 0; ply < present_.size(); ++ply)
        put_plies(writer, present_[ply], scores[ply]);
    return writer.take();
}

}  // namespace dropfour
