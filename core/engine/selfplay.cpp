#include "engine/selfplay.hpp"

#include <algorithm>
#include <cstdlib>

#include "board/outcome.hpp"
#include "engine/engine.hpp"

namespace ajeeb::engine {

namespace {

constexpr int kLongestGame = 400;
constexpr int kWonScore = 1200, kWonPlies = 5;  // both sides agree for so many plies: no need to play it out
constexpr int kDrawnScore = 6, kDrawnPlies = 12, kDrawsFromPly = 90;
constexpr int kBalanced = 220;  // openings further apart teach little

enum : std::uint8_t { kBlackWon = 0, kDrawn = 1, kWhiteWon = 2 };

Board shuffled_start(std::mt19937_64 &random) {
  // Bishops on opposite colors, the king between the rooks, everything else anywhere.
  std::array<PieceType, 8> rank{};
  rank.fill(kNoPieceType);
  rank[2 * (random() % 4)] = kBishop;
  rank[2 * (random() % 4) + 1] = kBishop;
  const auto nth_free = [&](std::uint64_t n) -> PieceType & {
    for (PieceType &slot : rank) {
      if (slot == kNoPieceType && n-- == 0) return slot;
    }
    return rank[0];
  };
  nth_free(random() % 6) = kQueen;
  nth_free(random() % 5) = kKnight;
  nth_free(random() % 4) = kKnight;
  nth_free(0) = kRook;
  nth_free(0) = kKing;
  nth_free(0) = kRook;
  Board board;
  board.chess960 = true;
  for (int file = 0; file < 8; file++) {
    const PieceType type = rank[static_cast<std::size_t>(file)];
    board.put(kWhite, type, make_square(file, 0));
    board.put(kBlack, type, make_square(file, 7));
    board.put(kWhite, kPawn, make_square(file, 1));
    board.put(kBlack, kPawn, make_square(file, 6));
  }
  board.castling = board.by_type[kRook];
  return board;
}

class Game {
 public:
  Game(Engine &engine, const SelfplayOptions &options, std::mt19937_64 &random)
      : engine_(engine), options_(options), random_(random) {
    limits_.nodes = options.nodes;
    limits_.interrupted = options.interrupted;
  }

  bool is_interrupted() const { return limits_.are_interrupted(); }

  // False if the opening was lopsided or ended the game, or if it was interrupted.
  bool play(std::vector<PackedPosition> &out) {
    const bool shuffled =
        options_.chess960_share > 0 && random_() % static_cast<std::uint64_t>(options_.chess960_share) == 0;
    position_ = Position(shuffled ? shuffled_start(random_) : kStartBoard);
    if (!open()) return false;
    engine_.new_game();
    const std::size_t first = out.size();
    for (int ply = 0; ply < kLongestGame; ply++) {
      if (const auto result = result_by_rule()) return finish(out, first, *result);
      const Outcome outcome = engine_.run(position_, limits_);
      if (is_interrupted()) {
        out.resize(first);
        return false;
      }
      const int score = position_.side() == kWhite ? outcome.info.score : -outcome.info.score;
      if (ply == 0 && std::abs(score) > kBalanced) return false;
      if (const auto result = result_by_agreement(score, ply)) return finish(out, first, *result);
      keep(out, outcome.best, score);
      position_.do_move(outcome.best);
    }
    return finish(out, first, kDrawn);
  }

 private:
  bool open() {
    const int plies = options_.random_plies + static_cast<int>(random_() % 2);
    for (int ply = 0; ply < plies; ply++) {
      MoveList moves;
      legal_moves(position_.board(), moves);
      if (moves.empty()) return false;
      position_.do_move(moves[random_() % moves.size()]);
    }
    return has_legal_move(position_.board());
  }

  std::optional<std::uint8_t> result_by_rule() const {
    const Board &board = position_.board();
    if (!has_legal_move(board)) {
      if (!position_.in_check()) return kDrawn;
      return board.side == kWhite ? kBlackWon : kWhiteWon;
    }
    const bool drawn = board.halfmove_clock >= 100 || position_.repetitions() >= 2 || is_insufficient_material(board);
    return drawn ? std::optional<std::uint8_t>(kDrawn) : std::nullopt;
  }

  std::optional<std::uint8_t> result_by_agreement(int score, int ply) {
    won_plies_ = std::abs(score) >= kWonScore ? won_plies_ + 1 : 0;
    drawn_plies_ = ply >= kDrawsFromPly && std::abs(score) <= kDrawnScore ? drawn_plies_ + 1 : 0;
    if (won_plies_ >= kWonPlies) return score > 0 ? kWhiteWon : kBlackWon;
    return drawn_plies_ >= kDrawnPlies ? std::optional<std::uint8_t>(kDrawn) : std::nullopt;
  }

  void keep(std::vector<PackedPosition> &out, Move played, int score) const {
    if (position_.in_check() || position_.is_tactical(played) || is_mate_score(score)) return;
    PackedPosition record;
    if (pack(position_.board(), record) != PackFault::kNone) return;
    record.eval = static_cast<std::int16_t>(score);
    out.push_back(record);
  }

  bool finish(std::vector<PackedPosition> &out, std::size_t first, std::uint8_t result) {
    for (std::size_t i = first; i < out.size(); i++) out[i].result = result;
    won_plies_ = drawn_plies_ = 0;
    return true;
  }

  Engine &engine_;
  const SelfplayOptions &options_;
  std::mt19937_64 &random_;
  Limits limits_;
  Position position_;
  int won_plies_ = 0, drawn_plies_ = 0;
};

}  // namespace

std::vector<PackedPosition> selfplay(const SelfplayOptions &options) {
  constexpr int kHash = 4;
  Engine engine(kHash);
  std::mt19937_64 random(options.seed);
  std::vector<PackedPosition> positions;
  Game game(engine, options, random);
  for (int played = 0; played < options.games && !game.is_interrupted();) played += game.play(positions);
  return positions;
}

}  // namespace ajeeb::engine
