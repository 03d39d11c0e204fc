// What a processor has beyond the portable baseline. Code between DROPFOUR_BEGIN and DROPFOUR_END
// is compiled for these features, and runs only where the check of the same name says yes.
//
// Include what the rest of the core includes too before DROPFOUR_BEGIN, and keep what comes after
// it in a nameless namespace: were an inline function compiled both ways, the linker would keep
// either, and older processors would meet instructions they do not have.
#pragma once

#if defined(__x86_64__)

#define DROPFOUR_POPCNT "popcnt"
#define DROPFOUR_AVX2 "avx2,bmi,bmi2,popcnt"

#define DROPFOUR_PRAGMA(TEXT) _Pragma(#TEXT)
#if defined(__clang__)
#define DROPFOUR_BEGIN(FEATURES) \
    DROPFOUR_PRAGMA(clang attribute push(__attribute__((target(FEATURES))), apply_to = function))
#define DROPFOUR_END DROPFOUR_PRAGMA(clang attribute pop)
#else
#define DROPFOUR_BEGIN(FEATURES) \
    DROPFOUR_PRAGMA(GCC push_options) DROPFOUR_PRAGMA(GCC target(FEATURES))
#define DROPFOUR_END DROPFOUR_PRAGMA(GCC pop_options)
#endif

#endif

namespace dropfour {

#if defined(__x86_64__)
inline bool has_popcnt() {
    return __builtin_cpu_supports("popcnt");
}
inline bool has_avx2() {
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") &&
           __builtin_cpu_supports("bmi2") && has_popcnt();
}
inline bool has_avx512() {
    return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
           __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl") &&
           __builtin_cpu_supports("avx512vbmi2") && __builtin_cpu_supports("avx512vpopcntdq") &&
           has_avx2();
}
#endif

}  // namespace dropfour
