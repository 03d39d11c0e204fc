// Members of an enumeration are names in Python.
#pragma once

#include <algorithm>
#include <array>

#include "bind.hpp"
#include "playout/montecarlo.hpp"
#include "uct/uct.hpp"

namespace dropfour {

// In the order of the members.
inline constexpr std::array policy_names{"uniform", "wins", "weighted", "blocks"};
inline constexpr std::array kernel_names{"auto", "scalar", "avx2", "avx512"};
inline constexpr std::array allocation_names{"even", "ucb1", "halving"};
inline constexpr std::array final_names{"visits", "value"};

}  // namespace dropfour

namespace nanobind::detail {

template <class Enum, const auto& names>
struct named_caster {
    NB_TYPE_CASTER(Enum, const_name("str"))

    bool from_python(handle source, uint8_t, cleanup_list*) noexcept {
        if (!PyUnicode_Check(source.ptr())) return false;
        const auto found = std::find_if(names.begin(), names.end(), [&](const char* name) {
            return PyUnicode_CompareWithASCIIString(source.ptr(), name) == 0;
        });
        value = static_cast<Enum>(found - names.begin());
        return found != names.end();
    }

    static handle from_cpp(Enum member, rv_policy, cleanup_list*) noexcept {
        return PyUnicode_FromString(names[static_cast<std::size_t>(member)]);
    }
};

template <>
struct type_caster<dropfour::Policy> : named_caster<dropfour::Policy, dropfour::policy_names> {};
template <>
struct type_caster<dropfour::Kernel> : named_caster<dropfour::Kernel, dropfour::kernel_names> {};
template <>
struct type_caster<dropfour::Allocation>
    : named_caster<dropfour::Allocation, dropfour::allocation_names> {};
template <>
struct type_caster<dropfour::FinalChoice>
    : named_caster<dropfour::FinalChoice, dropfour::final_names> {};

}  // namespace nanobind::detail
