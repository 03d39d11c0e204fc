#include "network.hpp"

#include <cstdio>
#include <cstring>

#include "network_avx2.hpp"
#include "search/cpu.hpp"

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

constexpr std::size_t file_bytes = Header::bytes + sizeof(Network::rows) + sizeof(Network::bias) +
                                   Network::second_units * Network::hidden_units +
                                   sizeof(Network::second_bias) + sizeof(Network::output_weights) +
                                   sizeof(Network::output_bias) + sizeof(std::uint32_t);

void change(const Network& network, std::span<const std::uint16_t> added,
            std::span<const std::uint16_t> removed, Network::Sums& sums) {
    for (const std::uint16_t input : added)
        for (int i = 0; i < Network::hidden_units; ++i) sums[i] += network.rows[input][i];
    for (const std::uint16_t input : removed)
        for (int i = 0; i < Network::hidden_units; ++i) sums[i] -= network.rows[input][i];
}

std::array<std::int32_t, 2> outputs(const Network& network, const Network::Sums& sums) {
    std::array<int, Network::hidden_units> hidden;
    for (int i = 0; i < Network::hidden_units; ++i)
        hidden[i] = std::clamp(sums[i] + network.bias[i], 0, 127);
    std::array<std::int32_t, Network::second_units> second = network.second_bias;
    for (int i = 0; i < Network::hidden_units; ++i)
        for (int j = 0; j < Network::second_units; ++j)
            second[j] += network.second_weights[i / 2][j][i % 2] * hidden[i];
    std::array<std::int32_t, 2> result = network.output_bias;
    for (int j = 0; j < Network::second_units; ++j)
        for (int k = 0; k < 2; ++k)
            result[k] += network.output_weights[k][j] * std::clamp(second[j] >> 6, 0, 127);
    return result;
}

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
    reader.take(network->rows);
    reader.take(network->bias);
    for (int j = 0; j < second_units; ++j)
        for (int i = 0; i < hidden_units; ++i) {
            std::int8_t weight;
            reader.take(weight);
            network->second_weights[i / 2][j][i % 2] = weight;
        }
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
    return network;
}

const Network::Code& Network::portable() {
    static constexpr Code code{change, outputs};
    return code;
}

const Network::Code& Network::fastest() {
#if defined(__x86_64__)
    static const Code& chosen = has_avx2() ? network_code_avx2() : portable();
    return chosen;
#else
    return portable();
#endif
}

}  // namespace dropfour
