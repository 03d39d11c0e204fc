#include "uct_report.hpp"

#include <cmath>
#include <tuple>
#include <utility>

#include "board/tactics.hpp"

namespace dropfour {
namespace {

UctMove move_of(const UctNode& node, bool judged) {
    UctMove move;
    move.column = static_cast<int>(node.column);
    move.visits = node.visits;
    move.proof = node.proof();
    if (!judged) {
        move.draws = node.draws;
        move.total = node.total;
    } else if (node.proven()) {  // all of them then, whatever was expected before
        move.draws = move.proof == Proof::drawn ? node.visits : 0;
        move.total = move.value() * node.visits;
    } else {
        move.total = double{node.value} * node.visits;
    }
    move.plies = static_cast<int>(node.plies) + 1;
    move.plies_known = node.plies_known;
    if (node.visits == 0) move.order = node.value;
    return move;
}

// Of two moves that no proof tells apart: whether a is the better.
bool better(const UctMove& a, const UctMove& b, FinalChoice choice) {
    const auto by_visits = [](const UctMove& m) {
        return std::tuple(static_cast<double>(m.visits), m.value(), m.order);
    };
    const auto by_value = [](const UctMove& m) {  // an untried move has no value
        const bool tried = m.visits > 0 || m.proof != Proof::none;
        return std::tuple(tried ? m.value() : -2, static_cast<double>(m.visits), m.order);
    };
    return choice == FinalChoice::visits ? by_visits(a) > by_visits(b) : by_value(a) > by_value(b);
}

// All legal moves, by column. A move without a node was pruned: it wins at once or loses at once.
template <int N>
std::vector<UctMove> moves_at(const Board<N>& board, const UctTree& tree,
                              const Position<N>& position, const UctNode& node, bool plain) {
    const Geometry<N>& geometry = *board.geometry;
    const Tactics<N> now = tactics(geometry, position);
    std::vector<UctMove> moves;
    int next_child = 0;
    for_each_bit(geometry.landing(position.occupied), [&](int bit) {
        const int column = geometry.cell(bit).column;
        if (next_child < node.child_count()) {
            const UctNode& child = tree[node.children + static_cast<std::uint32_t>(next_child)];
            if (static_cast<int>(child.column) == column) {
                ++next_child;
                return moves.push_back(move_of(child, tree.judged));
            }
        }
        UctMove& move = moves.emplace_back();
        move.column = column;
        if (plain) return;
        const Bits<N> cell = Bits<N>::one(bit);
        if ((now.winning & cell).any()) {
            std::tie(move.proof, move.plies, move.plies_known) = std::tuple(Proof::won, 1, true);
        } else if ((now.safe & cell).none()) {
            std::tie(move.proof, move.plies, move.plies_known) = std::tuple(Proof::lost, 2, true);
        }
    });
    return moves;
}

// Adds what another tree knows of the same moves.
void merge(std::vector<UctMove>& moves, const std::vector<UctMove>& others) {
    for (std::size_t i = 0; i < moves.size(); ++i) {
        UctMove& move = moves[i];
        const UctMove& other = others[i];
        move.visits += other.visits;
        move.draws += other.draws;
        move.total += other.total;
        if (other.line.size() > move.line.size()) move.line = other.line;
        const bool shorter = other.proof == Proof::won && other.plies < move.plies;
        if (other.proof == Proof::none) continue;
        if (move.proof == Proof::none || (!move.plies_known && (other.plies_known || shorter)))
            std::tie(move.proof, move.plies, move.plies_known) =
                std::tuple(other.proof, other.plies, other.plies_known);
    }
}

// The move to play, see report_of().
const UctMove& choose(const std::vector<UctMove>& moves, FinalChoice choice) {
    const UctMove *won = nullptr, *drawn = nullptr, *lost = nullptr, *open = nullptr;
    const auto take = [](const UctMove*& best, const UctMove& move, bool is_better) {
        if (!best || is_better) best = &move;
    };
    for (const UctMove& move : moves) switch (move.proof) {
            case Proof::won:
                take(won, move, won && move.plies < won->plies);
                break;
            case Proof::lost:
                take(lost, move, lost && move.plies > lost->plies);
                break;
            case Proof::drawn:
                take(drawn, move, drawn && move.visits > drawn->visits);
                break;
            case Proof::none:
                take(open, move, open && better(move, *open, choice));
                break;
        }
    if (won) return *won;
    if (open && drawn) return open->value() < 0 || better(*drawn, *open, choice) ? *drawn : *open;
    return open ? *open : drawn ? *drawn : *lost;
}

// The moves chosen in turn from the root, the given one first, as far as they have been visited;
// a proven win or loss is shown to its end where it is near.
template <int N>
std::vector<int> expected_line(const Board<N>& board, const UctTree& tree, int first,
                               FinalChoice choice, bool plain) {
    const Geometry<N>& geometry = *board.geometry;
    Position<N> position = board.position;
    const UctNode* node = &tree.root();
    std::vector<int> line;
    for (int column = first;;) {
        line.push_back(column);
        position.play(geometry, position.landing(geometry, column));
        if (position.over()) return line;
        if (node) {
            const UctNode* parent = std::exchange(node, nullptr);
            for (int i = 0; i < parent->child_count(); ++i) {
                const UctNode& child = tree[parent->children + static_cast<std::uint32_t>(i)];
                if (static_cast<int>(child.column) == column) node = &child;
            }
        }
        static const UctNode unknown{};
        const auto moves = moves_at(board, tree, position, node ? *node : unknown, plain);
        const UctMove& next = choose(moves, choice);
        if (next.visits == 0 && next.proof == Proof::none) return line;
        column = next.column;
    }
}

template <int N>
std::vector<ColumnReport> as_columns(const Board<N>& board, const std::vector<UctMove>& moves) {
    // Every move fills a cell: a game that ends with the board takes as many as are free.
    const int free_cells = board.geometry->free_cells(board.position.occupied);
    const bool to_the_last_cell = board.geometry->ending == Ending::full_board;
    std::vector<ColumnReport> columns;
    for (const UctMove& move : moves) {
        ColumnReport& column = columns.emplace_back();
        const std::uint64_t decided = move.visits - move.draws;
        column.column = move.column;
        column.visits = move.visits;
        column.draws = move.draws;
        const auto lead = static_cast<std::int64_t>(std::llround(move.total));
        column.wins = (decided + static_cast<std::uint64_t>(lead)) / 2;  // never below 0
        column.losses = decided - column.wins;
        column.value_for_mover = move.value();
        column.line = move.line;
        if (move.proof == Proof::none) continue;
        Exact& exact = column.exact.emplace();
        exact.value = static_cast<int>(move.value());
        if (to_the_last_cell || move.proof == Proof::drawn)
            exact.plies = free_cells;
        else if (move.plies_known)
            exact.plies = move.plies;
    }
    return columns;
}

}  // namespace

UctFindings findings_of(const UctWorker& worker, const AnyBoard& board, const UctSettings& settings,
                        bool all_lines) {
    return std::visit(
        [&](const auto& b) {
            const UctTree& tree = worker.tree();
            UctFindings found{moves_at(b, tree, b.position, tree.root(), settings.plain),
                              worker.work()};
            const int best = choose(found.moves, settings.final_choice).column;
            for (UctMove& move : found.moves)
                if (all_lines || move.column == best)
                    move.line =
                        expected_line(b, tree, move.column, settings.final_choice, settings.plain);
            return found;
        },
        board);
}

Report report_of(const std::vector<UctFindings>& all, const AnyBoard& board, FinalChoice choice) {
    Report report;
    std::vector<UctMove> moves;
    for (const UctFindings& found : all) {
        if (moves.empty())
            moves = found.moves;
        else if (!found.moves.empty())
            merge(moves, found.moves);
        report.playouts += found.work.playouts;
        report.nodes += found.work.nodes;
        report.depth = std::max(report.depth, found.work.depth);
    }
    report.columns = std::visit([&](const auto& b) { return as_columns(b, moves); }, board);
    const UctMove& best = choose(moves, choice);
    report.best = best.column;
    report.line = best.line.empty() ? std::vector{best.column} : best.line;
    return report;
}

std::vector<UctRow> table_of(const UctTree& tree, int depth) {
    std::vector<UctRow> rows{{{}, tree.root().visits, 0}};
    std::vector<const UctNode*> nodes{&tree.root()};
    for (std::size_t i = 0; i < rows.size(); ++i) {
        if (static_cast<int>(rows[i].path.size()) == depth) break;
        for (int j = 0; j < nodes[i]->child_count(); ++j) {
            const UctNode& child = tree[nodes[i]->children + static_cast<std::uint32_t>(j)];
            if (child.visits == 0) continue;
            std::vector<int> path = rows[i].path;
            path.push_back(static_cast<int>(child.column));
            const int total = static_cast<int>(std::lround(move_of(child, tree.judged).total));
            rows.push_back({std::move(path), child.visits, total});
            nodes.push_back(&child);
        }
    }
    return rows;
}

}  // namespace dropfour
