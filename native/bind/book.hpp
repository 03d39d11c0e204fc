// A book over the bytes of a Python object, which lives as long.
#pragma once

#include "bind.hpp"
#include "book/book.hpp"

namespace dropfour {

class BookOverBuffer {
  public:
    BookOverBuffer(const State& rules, int plies, nb::handle data);
    const Book& book() const { return book_; }

  private:
    struct Buffer {
        explicit Buffer(nb::handle data);
        ~Buffer() { PyBuffer_Release(&view); }
        Buffer(const Buffer&) = delete;
        Buffer& operator=(const Buffer&) = delete;

        std::span<const std::byte> bytes() const {
            return {static_cast<const std::byte*>(view.buf), static_cast<std::size_t>(view.len)};
        }

        Py_buffer view;
    };

    Buffer buffer_;
    Book book_;
};

}  // namespace dropfour
