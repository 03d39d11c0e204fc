// A test is a function that registers itself; CHECK reports and goes on.
#pragma once

#include <iostream>
#include <string>
#include <vector>

namespace check {

struct Test {
    std::string name;
    void (*run)();
};

inline std::vector<Test>& tests() {
    static std::vector<Test> all;
    return all;
}
inline int& failures() {
    static int count = 0;
    return count;
}

struct Register {
    Register(const char* name, void (*run)()) { tests().push_back({name, run}); }
};

template <class A, class B>
void equal(const A& a, const B& b, const char* text, const char* file, int line) {
    if (a == b) return;
    ++failures();
    std::cerr << file << ":" << line << ": " << text << ": " << a << " is not " << b << "\n";
}

inline void that(bool holds, const char* text, const char* file, int line) {
    if (holds) return;
    ++failures();
    std::cerr << file << ":" << line << ": not true: " << text << "\n";
}

}  // namespace check

#define TEST(name)                                             \
    static void name();                                        \
    static const check::Register register_##name{#name, name}; \
    static void name()
#define CHECK(condition) check::that((condition), #condition, __FILE__, __LINE__)
#define CHECK_EQUAL(a, b) check::equal((a), (b), #a " == " #b, __FILE__, __LINE__)
