// The evaluation's numbers: how they are laid out, and where the generated values are included. The values come from
// `ajeeb tune` (docs/engine.md has the recipe); what they mean is written beside their blocks.
#pragma once

#include <array>
#include <cstddef>
#include <string_view>

#include "base/score.hpp"
#include "base/types.hpp"

namespace ajeeb::engine {

// X(name, count, group, meaning). A block's parameters are consecutive; each is a middlegame and an endgame value that
// is added to the side that has the feature, once for each time it has it.
#define AJEEB_EVAL_BLOCKS(X)                                                                                         \
  X(Material, 5, "material", "pawn to queen")                                                                        \
  X(Placement, 6 * 64, "placement", "by piece type and square, white's view")                                        \
  X(PlacementWithKing, 6 * 64, "placement", "more if the own king stands on a wing, seen as if on the king's side")  \
  X(PlacementAtKing, 6 * 64, "placement", "more if the enemy king stands on a wing, seen as if on the king's side")  \
  X(Tempo, 1, "tempo", "the side to move")                                                                           \
  X(BishopPair, 1, "bishop pair", "two bishops")                                                                     \
  X(Imbalance, 7, "imbalance", "knight, bishop, rook, queen with each own pawn; knight, rook pair; rook with queen") \
  X(MobilityKnight, 9, "mobility", "by the number of safe squares")                                                  \
  X(MobilityBishop, 14, "mobility", "by the number of safe squares")                                                 \
  X(MobilityRook, 15, "mobility", "by the number of safe squares")                                                   \
  X(MobilityQueen, 28, "mobility", "by the number of safe squares")                                                  \
  X(PawnDoubled, 1, "pawns", "an own pawn further up the file, not supported")                                       \
  X(PawnIsolated, 2, "pawns", "no own pawn on the files beside; with an enemy pawn ahead, without")                  \
  X(PawnBackward, 2, "pawns", "can't be supported, and its next square is watched; closed file, open file")          \
  X(PawnPhalanx, 8, "pawns", "an own pawn beside, by rank")                                                          \
  X(PawnSupported, 8, "pawns", "protected by an own pawn, by rank")                                                  \
  X(PawnLever, 1, "pawns", "attacks an enemy pawn")                                                                  \
  X(PawnCandidate, 8, "passed pawns", "as many own pawns beside as enemy ones could stop it, by rank")               \
  X(Passed, 8, "passed pawns", "no enemy pawn can stop it, by rank")                                                 \
  X(PassedConnected, 8, "passed pawns", "another passed pawn on a file beside, a rank apart at most, by rank")       \
  X(PassedBlocked, 8, "passed pawns", "an enemy piece stands before it, by rank")                                    \
  X(PassedObstructed, 8, "passed pawns", "an own piece stands before it, by rank")                                   \
  X(PassedSafeStop, 8, "passed pawns", "its next square is not attacked, by rank")                                   \
  X(PassedGuardedStop, 8, "passed pawns", "its next square is defended, by rank")                                    \
  X(PassedFreePath, 8, "passed pawns", "nothing stands and nobody attacks on its way, by rank")                      \
  X(PassedOwnKing, 8, "passed pawns", "steps from the own king to its next square, by rank")                         \
  X(PassedTheirKing, 8, "passed pawns", "steps from the enemy king to its next square, by rank")                     \
  X(PassedRookBehind, 2, "passed pawns", "own rook behind it, enemy rook behind it")                                 \
  X(PassedUnstoppable, 1, "passed pawns", "outruns the king of an enemy without pieces")                             \
  X(Shelter, 4 * 8, "king shelter", "by distance to the edge and rank of the own pawn (0: none)")                    \
  X(StormFree, 4 * 8, "king shelter", "by distance to the edge and the rank of the enemy pawn (0: none)")            \
  X(StormBlocked, 8, "king shelter", "an enemy pawn held by an own one, by rank")                                    \
  X(PawnlessFlank, 1, "king shelter", "no pawn on the king's side of the board")                                     \
  X(KingToPawns, 2, "king shelter", "steps from the king to the nearest own pawn, to the nearest enemy pawn")        \
  X(Outpost, 2, "outposts", "knight, bishop: supported by a pawn where no enemy pawn can come")                      \
  X(OutpostReach, 1, "outposts", "a knight that can reach such a square")                                            \
  X(MinorBehindPawn, 1, "minor pieces", "knight or bishop with a pawn before it")                                    \
  X(MinorKingDistance, 2, "minor pieces", "steps from the own king to a knight, a bishop")                           \
  X(BishopPawns, 2, "minor pieces", "own pawns on the bishop's color: all, and those that are blocked")              \
  X(BishopLongDiagonal, 1, "minor pieces", "sees both central squares of a long diagonal")                           \
  X(RingBehindScreen, 2, "lines to the king",                                                                        \
    "a bishop would see the enemy king's ring but for pieces, a rook but for anything")                              \
  X(RookOpenFile, 2, "rooks", "no pawn on the file; no own pawn")                                                    \
  X(RookQueenFile, 1, "rooks", "a rook on a queen's file")                                                           \
  X(RookTrapped, 1, "rooks", "shut in beside its own king")                                                          \
  X(QueenAttackable, 1, "queens", "a bishop or rook would attack the queen, but for one piece between")              \
  X(ThreatByPawn, 5, "threats", "a safe pawn attacks, by victim")                                                    \
  X(ThreatByMinor, 5, "threats", "a knight or bishop attacks, by victim")                                            \
  X(ThreatByRook, 5, "threats", "a rook attacks something weak, by victim")                                          \
  X(ThreatByKing, 1, "threats", "the king attacks something weak")                                                   \
  X(ThreatHanging, 1, "threats", "attacked and not defended")                                                        \
  X(ThreatQueenGuarded, 1, "threats", "attacked, and the queen has to defend it")                                    \
  X(ThreatPush, 1, "threats", "a pawn could step up to attack a piece")                                              \
  X(ThreatRestricted, 1, "threats", "a contested square the enemy can't count on")                                   \
  X(ThreatOnQueen, 2, "threats", "safe squares from where a knight, a slider attacks the queen next")                \
  X(Space, 1, "space", "safe squares in the own centre, by what stands behind pawns twice")

// X(name, count, meaning). These add up to the danger of a king; its square weighs in the middlegame, itself in the
// endgame.
#define AJEEB_DANGER_BLOCKS(X)                                             \
  X(Constant, 1, "always")                                                 \
  X(Attacker, 4, "each knight, bishop, rook, queen that sees the ring")    \
  X(RingAttacks, 1, "attacks on squares beside the king")                  \
  X(WeakRing, 1, "ring squares defended by king or queen only, or not")    \
  X(SafeCheck, 4, "a safe check by knight, bishop, rook, queen")           \
  X(UnsafeChecks, 1, "squares of other checks")                            \
  X(NoQueen, 1, "the attacker has no queen")                               \
  X(FlankAttack, 1, "squares of the king's flank attacked, twice count 2") \
  X(FlankDefence, 1, "squares of the king's flank defended")               \
  X(KnightDefender, 1, "an own knight beside the king")                    \
  X(OpenFile, 1, "a file at the king without own pawn")                    \
  X(Pinned, 1, "a piece pinned to the king")                               \
  X(Discoverer, 1, "an enemy piece that uncovers a check by moving")       \
  X(AttackerPairs, 1, "pairs of pieces that see the ring")                 \
  X(QueenNear, 1, "seven less the steps from an enemy queen")              \
  X(Flight, 1, "squares that the king could go to")                        \
  X(ShelterGap, 1, "a file at the king without own pawn near")             \
  X(Storm, 1, "an enemy pawn close to the king, with its way open")

namespace layout {
// First indices of the blocks: layout::kMaterial, …, layout::kEnd; danger::kConstant, ….
enum class Index : int {
#define AJEEB_X(name, count, group, meaning) k##name, k##name##Last = k##name + (count) - 1,
  AJEEB_EVAL_BLOCKS(AJEEB_X)
#undef AJEEB_X
      kEnd
};
#define AJEEB_X(name, count, group, meaning) inline constexpr int k##name = static_cast<int>(Index::k##name);
AJEEB_EVAL_BLOCKS(AJEEB_X)
#undef AJEEB_X
inline constexpr int kEnd = static_cast<int>(Index::kEnd);
}  // namespace layout
namespace danger {
enum class Index : int {
#define AJEEB_X(name, count, meaning) k##name, k##name##Last = k##name + (count) - 1,
  AJEEB_DANGER_BLOCKS(AJEEB_X)
#undef AJEEB_X
      kEnd
};
#define AJEEB_X(name, count, meaning) inline constexpr int k##name = static_cast<int>(Index::k##name);
AJEEB_DANGER_BLOCKS(AJEEB_X)
#undef AJEEB_X
inline constexpr int kEnd = static_cast<int>(Index::kEnd);
}  // namespace danger

struct ParameterBlock {
  std::string_view name;
  int first, count;
  std::string_view group, meaning;
};
inline constexpr auto kParameterBlocks = std::to_array<ParameterBlock>({
#define AJEEB_X(name, count, group, meaning) {#name, layout::k##name, count, group, meaning},
    AJEEB_EVAL_BLOCKS(AJEEB_X)
#undef AJEEB_X
});
inline constexpr auto kDangerBlocks = std::to_array<ParameterBlock>({
#define AJEEB_X(name, count, meaning) {#name, danger::k##name, count, "king danger", meaning},
    AJEEB_DANGER_BLOCKS(AJEEB_X)
#undef AJEEB_X
});

inline constexpr std::array<Score, layout::kEnd> kParameters = {{
#define S(mg, eg) Score(mg, eg)
#include "engine/parameters.inc"
#undef S
}};
inline constexpr std::array<int, danger::kEnd> kDanger = {{
#include "engine/danger.inc"
}};

// What `danger` costs its king.
inline constexpr int kMaxDanger = 4000;
constexpr Score danger_cost(int sum) {
  const int felt = sum < 0 ? 0 : sum < kMaxDanger ? sum : kMaxDanger;
  return Score(felt * felt / 4096, felt / 16);
}

constexpr Score material_value(PieceType type) {
  return type < kKing ? kParameters[static_cast<std::size_t>(layout::kMaterial + type)] : Score();
}

// Where a king stands decides what the squares before it are worth: on a wing, or between the wings.
inline constexpr int kKingZones = 3;
constexpr int king_zone(Square king) {
  enum : int { kCentre, kQueenside, kKingside };
  return file_of(king) <= 2 ? kQueenside : file_of(king) >= 5 ? kKingside : kCentre;
}
// Which of the placement tables holds for pieces of a side with its king on `own`.
constexpr int placement_table(Square own, Square theirs) { return kKingZones * king_zone(own) + king_zone(theirs); }

// The parameters that add up to what a piece is worth on its square.
struct PlacementIndices {
  std::array<int, 3> index{};
  int count = 0;
};
constexpr PlacementIndices placement_indices(int table, Color color, PieceType type, Square square) {
  const int cell = type * 64 + (color == kWhite ? square : flip_rank(square));
  PlacementIndices found{{layout::kPlacement + cell}, 1};
  const auto add = [&](int block, int zone) {
    if (zone != 0) found.index[static_cast<std::size_t>(found.count++)] = block + (zone == 1 ? cell ^ 7 : cell);
  };
  add(layout::kPlacementWithKing, table / kKingZones);
  add(layout::kPlacementAtKing, table % kKingZones);
  return found;
}

namespace placement {
using Table = std::array<std::array<Score, 64>, 6>;
constexpr std::array<Table, kKingZones * kKingZones> added_up() {
  std::array<Table, kKingZones * kKingZones> tables{};
  for (int table = 0; table < kKingZones * kKingZones; table++) {
    for (int type = 0; type < 6; type++) {
      for (Square square = 0; square < 64; square++) {
        const PlacementIndices found = placement_indices(table, kWhite, static_cast<PieceType>(type), square);
        Score &sum = tables[static_cast<std::size_t>(table)][static_cast<std::size_t>(type)][square];
        for (int i = 0; i < found.count; i++) {
          sum += kParameters[static_cast<std::size_t>(found.index[static_cast<std::size_t>(i)])];
        }
      }
    }
  }
  return tables;
}
inline constexpr auto kTables = added_up();
}  // namespace placement

constexpr Score placement_value(int table, Color color, PieceType type, Square square) {
  return placement::kTables[static_cast<std::size_t>(table)][type][color == kWhite ? square : flip_rank(square)];
}

}  // namespace ajeeb::engine
