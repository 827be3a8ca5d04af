// The scale of search scores: centipawns around zero, mates at its ends, counted in plies from the root.
#pragma once

namespace ajeeb::engine {

inline constexpr int kMaxPly = 246;
inline constexpr int kMate = 32000;
inline constexpr int kInfinite = kMate + 1;
inline constexpr int kNoScore = kMate + 2;
inline constexpr int kMateInMax = kMate - 2 * kMaxPly;  // any score at or above is a mate found

constexpr int mate_in(int ply) { return kMate - ply; }
constexpr int mated_in(int ply) { return ply - kMate; }
constexpr bool is_mate_score(int score) { return score >= kMateInMax || score <= -kMateInMax; }

// Full moves to the mate, negative when the side to move is mated.
constexpr int moves_to_mate(int score) { return score > 0 ? (kMate - score + 1) / 2 : -((kMate + score) / 2); }

}  // namespace ajeeb::engine
