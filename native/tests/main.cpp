#include <string_view>

#include "check.hpp"

// Runs all tests, or those whose name contains the argument. `--odd` and `--even` run one half
// each, for two processes at once.
int main(int argc, char** argv) {
    const std::string_view wanted = argc > 1 ? argv[1] : "";
    const int half = wanted == "--odd" ? 1 : wanted == "--even" ? 0 : -1;
    int number = 0, passed = 0, failed = 0;
    for (const auto& test : check::tests()) {
        if (half >= 0 ? ++number % 2 != half : test.name.find(wanted) == std::string::npos)
            continue;
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
