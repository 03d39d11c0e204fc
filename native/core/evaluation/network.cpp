#include "network.hpp"

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <limits>

namespace dropfour {
namespace {

constexpr std::int32_t most_bias = 1 << 30;  // with it no sum overflows
constexpr std::array<unsigned char, 8> magic{'D', '4', 'E', 'V', 'A', 'L', 0, 1};

// As zlib has it.
std::uint32_t crc32(std::span<const std::byte> data) {
    std::uint32_t crc = ~0u;
    for (const std::byte byte : data) {
        crc ^= static_cast<std::uint32_t>(byte);
        for (int bit = 0; bit < 8; ++bit) crc = crc >> 1 ^ (crc & 1 ? 0xEDB88320u : 0);
    }
    return ~crc;
}

// Takes numbers from the front, lowest byte first.
class Reader {
  public:
    explicit Reader(std::span<const std::byte> data) : left_(data) {}

    template <class Number>
    void take(Number& number) {
        std::uint64_t value = 0;
        for (std::size_t i = 0; i < sizeof number; ++i)
            value |= static_cast<std::uint64_t>(left_[i]) << 8 * i;
        number = static_cast<Number>(value);
        left_ = left_.subspan(sizeof number);
    }
    template <class Item, std::size_t n>
    void take(std::array<Item, n>& items) {
        for (Item& item : items) take(item);
    }

  private:
    std::span<const std::byte> left_;
};

struct Header {
    std::array<unsigned char, 8> magic;
    std::uint32_t inputs, hidden, second, version;
    static constexpr std::size_t bytes = 24;
};

constexpr std::size_t file_bytes = Header::bytes + inputs::count * sizeof(Network::Row) +
                                   sizeof(Network::bias) + sizeof(Network::second_weights) +
                                   sizeof(Network::second_bias) + sizeof(Network::output_weights) +
                                   sizeof(Network::output_bias) + sizeof(std::uint32_t);

}  // namespace

std::shared_ptr<const Network> Network::read(std::span<const std::byte> data, std::string& fault) {
    Header header{};
    Reader reader(data);
    const auto refused = [&](std::string why) {
        fault = std::move(why);
        return nullptr;
    };
    if (data.size() < Header::bytes) return refused("it is no evaluation: too short");
    reader.take(header.magic);
    reader.take(header.inputs);
    reader.take(header.hidden);
    reader.take(header.second);
    reader.take(header.version);
    if (std::memcmp(header.magic.data(), magic.data(), magic.size() - 1) != 0)
        return refused("it is no evaluation");
    if (header.magic != magic)
        return refused("its format is " + std::to_string(header.magic[7]) + ", known is 1");
    if (header.version != inputs::version || header.inputs != std::uint32_t{inputs::count})
        return refused("it was trained on other inputs than this version has");
    if (header.hidden != hidden_units || header.second != second_units)
        return refused("its network has another shape");
    if (data.size() != file_bytes)
        return refused("it is damaged: " + std::to_string(data.size()) + " bytes, not " +
                       std::to_string(file_bytes));
    std::uint32_t stored = 0;
    Reader(data.last(sizeof stored)).take(stored);
    const std::uint32_t crc = crc32(data.first(data.size() - sizeof stored));
    if (stored != crc) return refused("it is damaged: its checksum is wrong");

    auto network = std::make_shared<Network>();
    for (int input = 0; input < inputs::count; ++input) reader.take(network->rows[input]);
    reader.take(network->bias);
    for (int j = 0; j < second_units; ++j)
        for (int i = 0; i < hidden_units; ++i)
            reader.take(network->second_weights[i / 4][j][i % 4]);
    reader.take(network->second_bias);
    reader.take(network->output_weights);
    reader.take(network->output_bias);
    const auto too_large = [](std::int32_t bias) { return bias > most_bias || bias < -most_bias; };
    if (std::any_of(network->second_bias.begin(), network->second_bias.end(), too_large) ||
        std::any_of(network->output_bias.begin(), network->output_bias.end(), too_large))
        return refused("it is damaged: a bias is out of all proportion");
    std::array<char, 9> digits{};
    std::snprintf(digits.data(), digits.size(), "%08x", crc);
    network->name = digits.data();
    network->complete();
    return network;
}

void Network::complete() {
    rows[zeros].fill(0);
    int most = 1;
    for (const Row& row : rows)
        for (const std::int16_t weight : row) most = std::max(most, std::abs(int{weight}));
    rows_in_16_bits = std::numeric_limits<std::int16_t>::max() / most;
}

}  // namespace dropfour
