// The open-line bound: nobody wins without a pattern free of the opponent's discs and of bans.
#pragma once

#include "node.hpp"

namespace dropfour {

// Whether discs on all free cells would complete a pattern for the owner of `discs`.
template <class L, class Set>
[[gnu::always_inline]] inline bool can_still_win(const L& lattice, const Set& discs,
                                                 const Set& occupied) {
    return lattice.completes(discs | (lattice.counting & ~occupied));
}

}  // namespace dropfour
