// Random games from the start position: what is kept move by move equals what is computed afresh, and every way to ask
// for moves agrees with every other. Runs under the sanitizers.
#include <algorithm>
#include <array>
#include <initializer_list>
#include <random>

#include "base/bit_gather.hpp"
#include "base/rays.hpp"
#include "board/fen.hpp"
#include "board/keyed_board.hpp"
#include "board/packed.hpp"
#include "board/perft.hpp"
#include "check.hpp"

using namespace ajeeb;

namespace {

// Calls `visit` on every position of some random games.
template <class Visit>
void random_games(int games, Visit visit) {
  std::mt19937 random(20);
  for (int game = 0; game < games; game++) {
    KeyedBoard position;
    for (int ply = 0; ply < 200; ply++) {
      MoveList moves;
      legal_moves(position.board(), moves);
      visit(position, moves);
      if (moves.empty()) break;
      position.push(moves[random() % moves.size()]);
    }
  }
}

}  // namespace

TEST(perft_of_the_start_position) {
  CHECK_EQUAL(perft(kStartBoard, 0), 1u);
  CHECK_EQUAL(perft(kStartBoard, 1), 20u);
  CHECK_EQUAL(perft(kStartBoard, 5), 4865609u);
  CHECK_EQUAL(perft(kStartBoard, 4, 2), 197281u);
}

TEST(keys_are_kept) {
  random_games(40, [](const KeyedBoard &position, const MoveList &) {
    CHECK_EQUAL(position.key(), zobrist_key(position.board()));
  });
}

// What no piece can play leaves some board behind too: own pieces taken, promotions of knights, steps of nobody.
TEST(keys_are_kept_by_any_move) {
  std::mt19937 random(9);
  for (int game = 0; game < 200; game++) {
    KeyedBoard position;
    for (int ply = 0; ply < 100; ply++) {
      position.push(Move(static_cast<std::uint16_t>(random())));
      CHECK_EQUAL(position.key(), zobrist_key(position.board()));
    }
    for (int ply = 0; ply < 100; ply++) position.pop();
    CHECK(position.board() == kStartBoard);
  }
}

TEST(counts_lists_and_single_moves_agree) {
  random_games(6, [](const KeyedBoard &position, const MoveList &moves) {
    const Board &board = position.board();
    CHECK_EQUAL(count_legal(board), moves.size());
    MoveList noisy, quiet;
    legal_moves(board, noisy, Kind::kNoisy);
    legal_moves(board, quiet, Kind::kQuiet);
    CHECK_EQUAL(noisy.size() + quiet.size(), moves.size());
    for (const Move move : noisy) CHECK(is_capture(board, move) || move.is_promotion());
    std::size_t legal = 0;
    for (int raw = 0; raw < 5 << 12; raw++) legal += is_legal(board, Move(static_cast<std::uint16_t>(raw)));
    CHECK_EQUAL(legal, moves.size());
    for (const Move move : moves) CHECK(is_legal(board, move));
  });
}

TEST(a_pinned_queen_stays_on_her_own_ray) {
  // Black's queen on f8 is pinned along the rank; h6 lies on the ray of the pawn that is pinned along the file.
  Board board;
  board.side = kBlack;
  const auto put_all = [&](Color color, PieceType type, std::initializer_list<Square> set) {
    for (const Square square : set) board.put(color, type, square);
  };
  put_all(kBlack, kKing, {kH8});
  put_all(kBlack, kQueen, {kF8});
  put_all(kBlack, kPawn, {kH7});
  put_all(kWhite, kKing, {kG1});
  put_all(kWhite, kRook, {kC8});
  put_all(kWhite, kQueen, {kH6});
  MoveList moves;
  legal_moves(board, moves);
  for (const Move move : moves) CHECK(is_legal(board, move));
  CHECK_EQUAL(moves.size(), 5u);  // the queen along the rank, and the king behind her
}

// False where a piece stands already, or no pawn may.
bool put_anywhere(std::mt19937 &random, Board &board, Color color, PieceType type) {
  const Square square = static_cast<Square>(random() % 64);
  const bool fits = !contains(board.occupied(), square) && !(type == kPawn && contains(kBackRanks, square));
  if (fits) board.put(color, type, square);
  return fits;
}

void crowd(std::mt19937 &random, Board &board) {
  for (int piece = 0; piece < 16; piece++) {
    constexpr std::array<PieceType, 8> kTypes = {kPawn, kKnight, kBishop, kBishop, kRook, kRook, kQueen, kQueen};
    put_anywhere(random, board, random() % 2 ? kWhite : kBlack, kTypes[random() % kTypes.size()]);
  }
  board.side = random() % 2 ? kWhite : kBlack;
}

// Placements that no game reaches, crowded with sliders: pins on several rays at once, which perft suites hardly hold.
TEST(random_placements_agree_with_single_moves) {
  std::mt19937 random(7);
  int checked = 0;
  while (checked < 60000) {
    Board board;
    while (!put_anywhere(random, board, kWhite, kKing)) continue;
    while (!put_anywhere(random, board, kBlack, kKing)) continue;
    crowd(random, board);
    if (checkers(board, !board.side)) continue;
    checked++;
    AnyMoveList moves;
    legal_moves(board, moves);
    CHECK_EQUAL(count_legal(board), moves.size());
    for (const Move move : moves) CHECK(is_legal(board, move));
    if (checked % 60) continue;  // whether one is missing takes longer to tell
    std::size_t legal = 0;
    for (int raw = 0; raw < 5 << 12; raw++) legal += is_legal(board, Move(static_cast<std::uint16_t>(raw)));
    CHECK_EQUAL(moves.size(), legal);
  }
}

// Kings without number, side by side or not at all, and rooks that may castle: what counting takes for granted of
// lawful kings must not be taken for granted here.
TEST(counting_agrees_with_listing_whatever_the_kings_and_the_ep_square) {
  std::mt19937 random(11);
  for (int i = 0; i < 6000; i++) {
    Board board;
    for (const Color color : {kWhite, kBlack}) {
      for (unsigned kings = i % 2 ? 1 : random() % 4; kings > 0; kings--) put_anywhere(random, board, color, kKing);
    }
    crowd(random, board);
    board.chess960 = true;
    board.castling = board.by_type[kRook];
    board.castling = clean_castling_rights(board);
    if (i % 3 == 0) board.ep = static_cast<std::uint8_t>(random() % 64);
    CHECK_EQUAL(perft(board, 2), perft_by_lists(board, 2));
  }
}

TEST(a_packed_board_unpacks_to_itself) {
  random_games(40, [](const KeyedBoard &position, const MoveList &) {
    Board board = position.board(), again;
    PackedPosition record;
    CHECK(pack(board, record) == PackFault::kNone);
    CHECK(unpack(record, again) == PackFault::kNone);
    board.ep = static_cast<std::uint8_t>(legal_ep(board));
    CHECK(again == board);
  });
}

// The gathers of CPU levels with the instructions and without, and a loop over the mask.
TEST(bits_are_gathered_and_scattered_in_order) {
  std::mt19937_64 random(3);
  for (int i = 0; i < 20000; i++) {
    const std::uint64_t sparse = random() & random(), dense_bits = random() | random(), some = random(),
                        word = random();
    for (const std::uint64_t mask : {sparse, dense_bits, some, kNibbleLow, std::uint64_t{0}, ~std::uint64_t{0}}) {
      std::uint64_t gathered = 0, scattered = 0;
      int n = 0;
      for (const Square place : squares(mask)) {
        gathered |= (word >> place & 1) << n;
        scattered |= (word >> n++ & 1) << place;
      }
      CHECK_EQUAL(ShiftingGather(mask).gather(word), gathered);
      CHECK_EQUAL(ShiftingGather(mask).scatter(word), scattered);
      CHECK_EQUAL(BitGather(mask).gather(word), gathered);
      CHECK_EQUAL(BitGather(mask).scatter(word), scattered);
      if (mask != kNibbleLow) continue;
      CHECK_EQUAL(ShiftingGather::scatter_nibbles(word), scattered);
      CHECK_EQUAL(BitGather::scatter_nibbles(word), scattered);
    }
  }
}

// By the tables and by arithmetic, on boards from empty to full.
TEST(sliders_are_seen_along_the_rays) {
  std::mt19937_64 random(8);
  std::size_t seen = 0;
  for (int i = 0; i < 100000; i++) {
    const Bitboard occupied = i % 3 == 0   ? random() | random()
                              : i % 3 == 1 ? random() & random()
                                           : random() & random() & random();
    const Bitboard straight = occupied & random() & random(), diagonal = occupied & random() & random();
    const auto target = static_cast<Square>(random() % 64);
    const bool wanted = (rook_attacks(target, occupied) & straight) || (bishop_attacks(target, occupied) & diagonal);
    CHECK_EQUAL(attacked_by_sliders(target, straight, diagonal, occupied), wanted);
    seen += wanted;
  }
  CHECK(seen > 20000 && seen < 80000);
}

// Each fault told from the next: a record changed in one place at a time.
TEST(records_of_no_position_say_why) {
  const auto fault_of = [](std::string_view fen) {
    PackedPosition record;
    Board board = *parse_fen_any(fen), again;
    pack(board, record);
    return unpack(record, again);
  };
  CHECK(fault_of("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1") == PackFault::kNone);
  CHECK(fault_of("4k3/8/8/8/8/8/8/R3K3 w KQ - 0 1") == PackFault::kNone);  // no rook on h1 to name
  CHECK(fault_of("4k3/8/8/8/8/8/8/1R2K1R1 w BG - 0 1") == PackFault::kNone);
  CHECK(fault_of("4k3/8/8/8/8/8/8/8 w - - 0 1") == PackFault::kBadKings);
  CHECK(fault_of("4k3/8/8/8/8/8/8/K3K3 w - - 0 1") == PackFault::kBadKings);
  CHECK(fault_of("4k3/8/8/8/8/8/8/P3K3 w - - 0 1") == PackFault::kBadSquare);
  CHECK(fault_of("4k3/8/8/8/8/8/8/4KR2 b - - 0 1") == PackFault::kNone);
  CHECK(fault_of("4k3/8/8/8/8/8/8/K3R3 w - - 0 1") == PackFault::kOppositeCheck);
  CHECK(fault_of("4k3/8/8/8/8/1NNNNNNN/NNNNNNNN/NN2K3 w - - 0 1") == PackFault::kTooManyOfAColor);
  const auto with_rights = [](std::string_view fen, Bitboard rights) {
    PackedPosition record;
    Board board = *parse_fen(fen), again;
    board.castling = rights;
    pack(board, record);
    const PackFault fault = unpack(record, again);
    CHECK(fault != PackFault::kNone || again.castling == rights);
    return fault == PackFault::kNone ? again.chess960 ? "chess960" : "standard" : "none";
  };
  using std::string_view;
  CHECK_EQUAL(string_view(with_rights("r3k2r/8/8/8/8/8/8/R3K2R w - - 0 1", 0x8100000000000081)), "standard");
  CHECK_EQUAL(string_view(with_rights("r3k2r/8/8/8/8/8/8/R4K1R w - - 0 1", 0x0100000000000000)), "standard");
  CHECK_EQUAL(string_view(with_rights("r3k2r/8/8/8/8/8/8/R4K1R w - - 0 1", 0x8100000000000081)), "chess960");
  CHECK_EQUAL(string_view(with_rights("4k3/8/8/8/8/8/8/1R2K2R w - - 0 1", 0x82)), "chess960");
  CHECK_EQUAL(string_view(with_rights("4k3/8/8/8/8/8/8/RR2K2R w - - 0 1", 0x83)), "none");
  CHECK_EQUAL(string_view(with_rights("4k3/8/8/8/8/8/R7/4K2R w - - 0 1", 0x100)), "none");
  CHECK_EQUAL(string_view(with_rights("4k3/8/8/8/8/8/4K3/R6R w - - 0 1", 0x81)), "none");
  CHECK_EQUAL(string_view(with_rights("8/8/8/4K3/8/8/8/RN2k3 w - - 0 1", 0x01)), "none");
  CHECK_EQUAL(string_view(with_rights("4k3/8/8/8/8/8/5N2/r3K3 b - - 0 1", 0x01)), "none");
  CHECK_EQUAL(string_view(with_rights("R3k3/8/8/8/8/8/8/4K3 b - - 0 1", 0x0100000000000000)), "none");
}

TEST(any_32_bytes_are_refused_or_safe) {
  std::mt19937_64 random(5);
  for (int i = 0; i < 200000; i++) {
    PackedPosition record;
    record.occupied = random() & random();
    for (std::uint8_t &byte : record.pieces) byte = static_cast<std::uint8_t>(random());
    record.side_and_ep = static_cast<std::uint8_t>(random());
    Board board;
    if (unpack(record, board) != PackFault::kNone) continue;
    AnyMoveList moves;
    legal_moves(board, moves);
    CHECK_EQUAL(moves.size(), count_legal(board));
  }
}

TEST(mirroring_twice_changes_nothing) {
  random_games(10, [](const KeyedBoard &position, const MoveList &moves) {
    CHECK(mirrored(mirrored(position.board())) == position.board());
    CHECK_EQUAL(count_legal(mirrored(position.board())), moves.size());
  });
}

TEST(repetitions_are_counted) {
  KeyedBoard position;
  const Move shuffle[] = {Move(kG1, kF3), Move(kG8, kF6), Move(kF3, kG1), Move(kF6, kG8)};
  for (int round = 1; round <= 4; round++) {
    CHECK_EQUAL(position.repetitions(), round);
    for (const Move move : shuffle) position.push(move);
  }
  CHECK_EQUAL(position.repetitions(), 5);
  position.pop();
  CHECK_EQUAL(position.repetitions(), 4);
}

RUN_TESTS()
