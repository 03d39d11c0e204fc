#include "check.hpp"

// Runs all tests, or those whose name contains the first argument.
int main(int argc, char** argv) {
    const std::string wanted = argc > 1 ? argv[1] : "";
    int passed = 0, failed = 0;
    for (const auto& test : check::tests()) {
        if (test.name.find(wanted) == std::string::npos) continue;
        const int before = check::failures();
        test.run();
        if (check::failures() == before) {
            ++passed;
        } else {
            ++failed;
            std::cerr << "FAILED " << test.name << "\n";
        }
    }
    std::cout << passed << " passed, " << failed << " failed\n";
    return failed == 0 && passed > 0 ? 0 : 1;
}
