#include "book.hpp"

#include <bit>
#include <stdexcept>

#include "solver/score.hpp"

namespace dropfour {
namespace {

static_assert(std::endian::native == std::endian::little, "books are read as they lie");

// Reads parts of the bytes one after the other, each from a multiple of eight on.
class Reader {
  public:
    explicit Reader(std::span<const std::byte> bytes) : rest_(bytes) {}

    template <class T>
    std::span<const T> take(std::uint64_t count) {
        const std::uint64_t bytes = count * sizeof(T), padded = (bytes + 7) / 8 * 8;
        if (count > rest_.size() || padded > rest_.size())
            throw std::invalid_argument("it ends too early");
        const auto* first = reinterpret_cast<const T*>(rest_.data());
        rest_ = rest_.subspan(static_cast<std::size_t>(padded));
        return {first, static_cast<std::size_t>(count)};
    }

    bool at_end() const { return rest_.empty(); }

  private:
    std::span<const std::byte> rest_;
};

constexpr std::uint64_t words_for_bits(std::uint64_t bits) {
    return (bits + 63) / 64;
}

}  // namespace

NumberSet::NumberSet(std::span<const std::uint64_t> bits) : bits_(bits) {
    for (std::size_t i = 0; i < bits.size(); ++i) {
        if (i % words_per_block == 0) before_.push_back(count_);
        count_ += static_cast<std::uint64_t>(std::popcount(bits[i]));
    }
}

std::optional<std::uint64_t> NumberSet::place(std::uint64_t number) const {
    const std::size_t word = static_cast<std::size_t>(number / 64), block = word / words_per_block;
    const std::uint64_t bit = std::uint64_t{1} << number % 64;
    if ((bits_[word] & bit) == 0) return std::nullopt;
    std::uint64_t place = before_[block];
    for (std::size_t i = block * words_per_block; i < word; ++i)
        place += static_cast<std::uint64_t>(std::popcount(bits_[i]));
    return place + static_cast<std::uint64_t>(std::popcount(bits_[word] & (bit - 1)));
}

std::optional<int> BookPlies::score(std::uint64_t number) const {
    const auto place = present.place(number);
    if (!place) return std::nullopt;
    std::uint64_t value = 0;
    if (bits > 0) {
        const std::uint64_t at = *place * static_cast<std::uint64_t>(bits);
        const auto first = static_cast<std::size_t>(at / 64);
        const int shift = static_cast<int>(at % 64);
        value = values[first] >> shift;
        if (shift + bits > 64) value |= values[first + 1] << (64 - shift);
        value &= (std::uint64_t{1} << bits) - 1;
    }
    if (value >= scores.size()) return std::nullopt;  // made so: the checksum has been looked at
    return scores[static_cast<std::size_t>(value)];
}

Book::Book(const AnyBoard& rules, int plies, std::span<const std::byte> bytes) : rules_(rules) {
    if (plies < 0 || plies > max_book_plies)
        throw std::invalid_argument("no book has so many plies");
    Reader reader(bytes);
    std::visit(
        [&]<int N>(const Board<N>& board) {
            Rankings<N> rankings;
            for (int ply = 0; ply <= plies; ++ply) {
                const auto size = rankings.emplace_back(*board.geometry, ply).size();
                if (!size) throw std::invalid_argument("no book for these rules has so many plies");
                const std::uint64_t count = reader.take<std::uint64_t>(1)[0];
                const auto sizes = reader.take<std::uint32_t>(2);
                if (sizes[0] > 16) throw std::invalid_argument("its values are too long");
                const auto scores = reader.take<std::int16_t>(sizes[1]);
                const auto present = reader.take<std::uint64_t>(words_for_bits(*size));
                if (count > *size) throw std::invalid_argument("it counts too many positions");
                const auto values = reader.take<std::uint64_t>(words_for_bits(count * sizes[0]));
                by_plies_.push_back(
                    {NumberSet(present), values, scores, static_cast<int>(sizes[0])});
                if (by_plies_.back().present.count() != count)
                    throw std::invalid_argument("it does not have as many positions as it says");
            }
            rankings_ = std::move(rankings);
        },
        rules);
    if (!reader.at_end()) throw std::invalid_argument("there is something after its end");
}

std::uint64_t Book::positions() const {
    std::uint64_t total = 0;
    for (const BookPlies& one : by_plies_) total += one.present.count();
    return total;
}

template <int N>
std::optional<int> Book::score(const Geometry<N>& geometry, const Position<N>& position) const {
    const int plies = geometry.playable - geometry.free_cells(position.occupied);
    if (position.over() || plies > this->plies()) return std::nullopt;
    const auto& rankings = std::get<Rankings<N>>(rankings_);
    const auto number = rankings[static_cast<std::size_t>(plies)].merged_number(position);
    if (!number) return std::nullopt;
    return by_plies_[static_cast<std::size_t>(plies)].score(*number);
}

std::optional<Exact> Book::exact(const AnyBoard& position) const {
    return read(position, [&](const auto& g, const auto& p) -> std::optional<Exact> {
        const auto found = score(g, p);
        if (!found) return std::nullopt;
        return result_of({*found, *found}, g.free_cells(p.occupied), g.ending, false);
    });
}

#define DROPFOUR_INSTANTIATE(N) \
    template std::optional<int> Book::score(const Geometry<N>&, const Position<N>&) const;
DROPFOUR_FOR_EACH_WORD_COUNT(DROPFOUR_INSTANTIATE)
#undef DROPFOUR_INSTANTIATE

}  // namespace dropfour
