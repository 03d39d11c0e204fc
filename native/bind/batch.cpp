// Many games at once over arrays of the caller: anything with the buffer protocol.
#include "batch/batch.hpp"

#include <map>
#include <mutex>
#include <string_view>

#include "names.hpp"

namespace dropfour {

inline constexpr std::array autoreset_names{"off", "next_step", "same_step"};

}  // namespace dropfour

namespace nanobind::detail {
template <>
struct type_caster<dropfour::Autoreset>
    : named_caster<dropfour::Autoreset, dropfour::autoreset_names> {};
}  // namespace nanobind::detail

namespace dropfour {
namespace {

// The memory of an array, as long as this lives.
class Buffer {
  public:
    Buffer(nb::handle array, bool writable) {
        const int flags = PyBUF_C_CONTIGUOUS | PyBUF_FORMAT | (writable ? PyBUF_WRITABLE : 0);
        if (PyObject_GetBuffer(array.ptr(), &view_, flags) != 0) throw nb::python_error();
    }
    ~Buffer() { PyBuffer_Release(&view_); }
    Buffer(const Buffer&) = delete;
    Buffer& operator=(const Buffer&) = delete;

    // Its entries, if they are `kinds` of the size of T and there are so many of them.
    template <class T>
    T* entries(std::string_view kinds, std::size_t count) const {
        if (!is<T>(kinds) || static_cast<std::size_t>(view_.len) != count * sizeof(T))
            throw std::invalid_argument("an array of another type or length is needed");
        return static_cast<T*>(view_.buf);
    }
    template <class T>
    bool is(std::string_view kinds) const {
        const std::string_view format = view_.format ? view_.format : "B";
        return view_.itemsize == sizeof(T) && format.size() == 1 &&
               kinds.find(format[0]) != std::string_view::npos;
    }

  private:
    Py_buffer view_;
};

constexpr std::string_view flags = "?B", whole = "bhilq", counts = "BHILQ", real = "f";

// One caller at a time. It holds the arrays it writes into.
struct SharedBatch {
    std::unique_ptr<Batch> batch;
    std::vector<AnyBoard> starts;
    std::map<std::string, std::unique_ptr<Buffer>> arrays;
    std::mutex mutex;

    template <class Work>
    auto alone(Work work) {
        const nb::gil_scoped_release release;
        const std::lock_guard lock(mutex);
        return work();
    }
};

void attach(SharedBatch& self, const nb::dict& arrays) {
    std::map<std::string, std::unique_ptr<Buffer>> held;
    BatchArrays to;
    const std::size_t n = self.batch->games();
    const auto columns = static_cast<std::size_t>(self.batch->columns());
    const std::size_t planes =
        n * plane_count * static_cast<std::size_t>(self.batch->rows()) * columns;
    for (const auto& [key, array] : arrays) {
        const auto name = nb::cast<std::string>(key);
        const Buffer& buffer = *(held[name] = std::make_unique<Buffer>(array, true));
        if (name == "legal") to.legal = buffer.entries<std::uint8_t>(flags, n * columns);
        if (name == "turn") to.turn = buffer.entries<std::uint8_t>(flags, n);
        if (name == "banning") to.banning = buffer.entries<std::uint8_t>(flags, n);
        if (name == "ended") to.ended = buffer.entries<std::uint8_t>(flags, n);
        if (name == "result") to.result = buffer.entries<std::int8_t>(whole, n);
        if (name == "margin") to.margin = buffer.entries<std::int16_t>(whole, n);
        if (name != "planes") continue;
        if (buffer.is<float>(real))
            to.float_planes = buffer.entries<float>(real, planes);
        else
            to.planes = buffer.entries<std::uint8_t>(flags, planes);
    }
    self.alone([&] { self.batch->attach(to); });
    std::swap(self.arrays, held);
}

// Calls use(entries) with the columns in the type they have.
template <class Use>
auto with_columns(SharedBatch& self, nb::handle array, bool writable, Use use) {
    const Buffer buffer(array, writable);
    const std::size_t n = self.batch->games();
    return self.alone([&] {
        if (buffer.is<std::int8_t>(whole))
            return use(std::span(buffer.entries<std::int8_t>(whole, n), n));
        if (buffer.is<std::int32_t>(whole))
            return use(std::span(buffer.entries<std::int32_t>(whole, n), n));
        return use(std::span(buffer.entries<std::int64_t>(whole, n), n));
    });
}

void random_columns(SharedBatch& self, nb::handle columns, nb::handle mask) {
    std::optional<Buffer> of_mask;
    if (!mask.is_none()) of_mask.emplace(mask, false);
    const auto* chosen =
        of_mask ? of_mask->entries<std::uint8_t>(flags, self.batch->games()) : nullptr;
    with_columns(self, columns, true,
                 [&](auto entries) { self.batch->random_columns(entries, chosen); });
}

void reset(SharedBatch& self, nb::handle mask, nb::handle seeds) {
    const std::size_t n = self.batch->games();
    std::optional<Buffer> of_mask, of_seeds;
    if (!mask.is_none()) of_mask.emplace(mask, false);
    if (!seeds.is_none()) of_seeds.emplace(seeds, false);
    const auto* chosen = of_mask ? of_mask->entries<std::uint8_t>(flags, n) : nullptr;
    const auto* seed = of_seeds ? of_seeds->entries<std::uint64_t>(counts, n) : nullptr;
    self.alone([&] { self.batch->reset(chosen, seed); });
}

void planes_of(const State& state, nb::handle array) {
    const Buffer buffer(array, true);
    const auto cells = std::visit(
        [](const auto& b) { return b.geometry->rows * b.geometry->columns; }, state.board);
    const auto size = static_cast<std::size_t>(plane_count * cells);
    if (buffer.is<float>(real))
        write_planes(state.board, buffer.entries<float>(real, size));
    else
        write_planes(state.board, buffer.entries<std::uint8_t>(flags, size));
}

void check(const SharedBatch& self, std::size_t game) {
    if (game >= self.batch->games()) throw nb::index_error("there is no such game");
}

}  // namespace

void bind_batch(nb::module_& module) {
    nb::class_<SharedBatch>(module, "Batch", "Many games at once; `dropfour.Batch` is over it.")
        .def(
            "__init__",
            [](SharedBatch* self, const std::vector<const State*>& starts, std::size_t games,
               std::uint64_t seed, std::uint32_t first_slot, int threads, Autoreset autoreset,
               int least_plies, int most_plies, bool lanes) {
                if (starts.empty() || games == 0) throw std::invalid_argument("no games");
                std::vector<AnyBoard> boards;
                for (const State* state : starts) boards.push_back(state->board);
                auto batch = Batch::of(
                    boards, games,
                    {seed, first_slot, threads, autoreset, least_plies, most_plies, lanes});
                new (self) SharedBatch{std::move(batch), std::move(boards), {}, {}};
            },
            nb::arg("starts"), nb::arg("games"), nb::kw_only(), nb::arg("seed") = 0,
            nb::arg("first_slot") = 0, nb::arg("threads") = 1,
            nb::arg("autoreset") = Autoreset::off, nb::arg("least_plies") = 0,
            nb::arg("most_plies") = 0, nb::arg("lanes") = true,
            nb::sig("def __init__(self, starts: collections.abc.Sequence[State], games: int, *, "
                    "seed: int = 0, first_slot: int = 0, threads: int = 1, "
                    "autoreset: str = 'off', least_plies: int = 0, most_plies: int = 0, "
                    "lanes: bool = True) -> None"))
        .def_prop_ro("rows", [](const SharedBatch& b) { return b.batch->rows(); })
        .def_prop_ro("columns", [](const SharedBatch& b) { return b.batch->columns(); })
        .def("attach", &attach, nb::arg("arrays"),
             nb::sig("def attach(self, arrays: dict[str, typing.Any]) -> None"),
             "Writes into these arrays from now on.")
        .def("reset", &reset, nb::arg("mask").none(), nb::arg("seeds").none())
        .def(
            "step",
            [](SharedBatch& self, nb::handle columns) {
                return with_columns(self, columns, false, [&]<class Int>(std::span<Int> entries) {
                    return self.batch->step(std::span<const Int>(entries));
                });
            },
            nb::arg("columns"), "The first game whose column is illegal, or the number of games.")
        .def("random_columns", &random_columns, nb::arg("columns"), nb::arg("mask").none(),
             "Writes a random legal column of every game, or of those in the mask; -1 if none.")
        .def(
            "state",
            [](SharedBatch& self, std::size_t game) {
                check(self, game);
                return self.alone([&] {  // a batch of several boards may hold it in more words
                    const std::size_t start = self.batch->start_of(game);
                    const auto now = content(self.batch->board(game));
                    return std::pair(start, State{*with_content(self.starts[start], now)});
                });
            },
            nb::arg("game"), "The index of the start that this game began at, and where it is.")
        .def(
            "number_of",
            [](SharedBatch& self, std::size_t game) {
                check(self, game);
                return self.alone([&] { return self.batch->number_of(game); });
            },
            nb::arg("game"));
    module.def("planes", &planes_of, nb::arg("state"), nb::arg("planes"),
               "Writes the planes of a position into an array.");
}

}  // namespace dropfour
