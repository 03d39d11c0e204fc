#include "book/book.hpp"

#include "bind.hpp"
#include "book.hpp"
#include "book/book_builder.hpp"
#include "solver.hpp"

namespace dropfour {
namespace {

template <class T>
nb::bytes as_bytes(const std::vector<T>& numbers) {
    return nb::bytes(reinterpret_cast<const char*>(numbers.data()), numbers.size() * sizeof(T));
}

}  // namespace

BookOverBuffer::BookOverBuffer(const State& rules, int plies, nb::handle data)
    : buffer_(data), book_(rules.board, plies, buffer_.bytes()) {}

BookOverBuffer::Buffer::Buffer(nb::handle data) {
    if (PyObject_GetBuffer(data.ptr(), &view, PyBUF_SIMPLE) != 0) throw nb::python_error();
    if (reinterpret_cast<std::uintptr_t>(view.buf) % alignof(std::uint64_t) != 0) {
        PyBuffer_Release(&view);
        throw std::invalid_argument("its bytes begin at an odd address");
    }
}

void bind_book(nb::module_& module) {
    nb::class_<BookOverBuffer>(module, "Book", "Proven scores by position.")
        .def(nb::init<const State&, int, nb::handle>(), nb::arg("rules"), nb::arg("plies"),
             nb::arg("data"), "Over the bytes of a book, which it keeps.")
        .def(
            "exact",
            [](const BookOverBuffer& b, const State& state) { return b.book().exact(state.board); },
            nb::arg("state"), "The proven result for the player to move, if it is in the book.")
        .def_prop_ro("plies", [](const BookOverBuffer& b) { return b.book().plies(); })
        .def_prop_ro("positions", [](const BookOverBuffer& b) { return b.book().positions(); });
    nb::class_<BookBuilder>(module, "BookBuilder", "All positions up to a number of plies.")
        .def(
            "__init__",
            [](BookBuilder* self, const State& rules, int plies) {
                const nb::gil_scoped_release release;
                new (self) BookBuilder(rules.board, plies);
            },
            nb::arg("rules"), nb::arg("plies"))
        .def_prop_ro("positions", &BookBuilder::positions)
        .def_prop_ro("to_solve", &BookBuilder::to_solve)
        .def(
            "solve",
            [](const BookBuilder& self, SharedSolver& solver, std::uint64_t first,
               std::uint64_t count, Control& control) {
                std::vector<std::int16_t> scores;
                const SharedSolver::Hold hold = solver.hold(&control);
                {
                    const nb::gil_scoped_release release;
                    scores = self.solve(hold.solver(), first, count, control);
                }
                return as_bytes(scores);
            },
            nb::arg("solver"), nb::arg("first"), nb::arg("count"), nb::arg("control"),
            "Scores of the last positions, two bytes each; fewer if it is stopped.")
        .def(
            "finish",
            [](const BookBuilder& self, nb::bytes scores) {
                if (scores.size() != 2 * self.to_solve())
                    throw std::invalid_argument("not as many scores as positions to solve");
                std::vector<std::int16_t> last(scores.size() / 2);
                std::memcpy(last.data(), scores.c_str(), scores.size());
                std::vector<std::uint64_t> words;
                {
                    const nb::gil_scoped_release release;
                    words = self.finish(last);
                }
                return as_bytes(words);
            },
            nb::arg("scores"), "The bytes of the book.");
}

}  // namespace dropfour
