// The array kernels on records of every kind, under the sanitizers: whatever 32 bytes say, nothing is read or written
// out of place, and all kernels agree on which records are positions. What the results mean is tests/batch's.
#include <cstring>
#include <random>

#include "batch/games.hpp"
#include "batch/moves.hpp"
#include "batch/planes.hpp"
#include "batch/policy.hpp"
#include "batch/positions.hpp"
#include "batch/record_block.hpp"
#include "batch/texts.hpp"
#include "board/plain_placement.hpp"
#include "check.hpp"

using namespace ajeeb;
using namespace ajeeb::batch;

namespace {

constexpr std::string_view kMiddlegame = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

// Positions of a random game, some of them with a few bytes damaged, and some rows of noise.
std::vector<PackedPosition> records_of_all_kinds(std::size_t count) {
  std::mt19937 random(11);
  std::vector<PackedPosition> records(count);
  Board board = *parse_fen(kMiddlegame);
  for (PackedPosition &record : records) {
    MoveList moves;
    legal_moves(board, moves);
    if (moves.empty() || board.halfmove_clock > 200) board = kStartBoard;
    if (!moves.empty()) do_move(board, moves[random() % moves.size()]);
    pack(board, record);
    auto *bytes = reinterpret_cast<std::uint8_t *>(&record);
    const unsigned kind = random() % 4;
    for (unsigned i = 0; i < kind; i++) bytes[random() % 32] ^= static_cast<std::uint8_t>(random());
    if (random() % 16 == 0) {
      for (unsigned i = 0; i < 32; i++) bytes[i] = static_cast<std::uint8_t>(random());
    }
  }
  return records;
}

std::vector<std::uint16_t> legal_moves_of(Records records, std::span<std::int64_t> offsets, Faults faults,
                                          int threads) {
  MoveArray array(std::size_t{1});  // so that it must grow
  batch::legal_moves(records, array, offsets, faults, threads);
  const std::size_t total = array.size();
  const std::unique_ptr<std::uint16_t[]> moves = array.release();
  return {moves.get(), moves.get() + total};
}

}  // namespace

TEST(kernels_agree_on_what_a_position_is) {
  const std::vector<PackedPosition> records = records_of_all_kinds(3000);
  const std::size_t rows = records.size();
  std::vector<RowFault> faults(rows), other_faults(rows);
  std::vector<std::int32_t> counts(rows);
  std::vector<std::int64_t> offsets(rows + 1);
  batch::count_legal(records, counts, faults, 2);
  const std::vector<std::uint16_t> moves = legal_moves_of(records, offsets, other_faults, 3);
  CHECK(faults == other_faults);
  std::size_t positions = 0;
  for (std::size_t row = 0; row < rows; row++) {
    CHECK_EQUAL(offsets[row + 1] - offsets[row], counts[row]);
    positions += faults[row] == RowFault::kNone;
  }
  CHECK(positions > rows / 4 && positions < rows);

  std::vector<std::uint8_t> masks(rows * kAlphaZeroMoves), planes(rows * kLc0Planes * kPlaneSquares);
  legal_masks(records, PolicyEncoding::kAlphaZero, MaskForm::kBytes, masks.data(), other_faults, 2);
  CHECK(faults == other_faults);
  history_planes(Records(records), 1, {}, PlaneEncoding::kLc0, Fill::kRepeat, planes.data(), Faults(other_faults), 2);
  CHECK(faults == other_faults);
  to_fens(records, CastlingOutput::kXfen, "", other_faults, 2);
  CHECK(faults == other_faults);
}

TEST(threads_put_moves_in_order_wherever_there_is_room) {
  const std::vector<PackedPosition> records = records_of_all_kinds(20000);
  std::vector<RowFault> faults(records.size());
  std::vector<std::int64_t> offsets(records.size() + 1), other_offsets(records.size() + 1);
  const std::vector<std::uint16_t> moves = legal_moves_of(records, offsets, faults, 1);
  for (const int threads : {2, 5, 64}) {
    CHECK(legal_moves_of(records, other_offsets, faults, threads) == moves);
    CHECK(other_offsets == offsets);
    for (const std::size_t room : {std::size_t{0}, moves.size() / 2, moves.size(), moves.size() + 9}) {
      constexpr std::uint16_t kUntouched = 0xFFFF;
      std::vector<std::uint16_t> out(room + 1, kUntouched);
      MoveArray array{std::span<std::uint16_t>(out).first(room)};
      batch::legal_moves(records, array, other_offsets, faults, threads);
      CHECK_EQUAL(array.size(), moves.size());
      CHECK(other_offsets == offsets);
      CHECK_EQUAL(out.back(), kUntouched);
      if (room >= moves.size()) CHECK(std::equal(moves.begin(), moves.end(), out.begin()));
    }
  }
}

TEST(every_legal_move_is_made_named_and_numbered) {
  const std::vector<PackedPosition> records = records_of_all_kinds(600);
  std::vector<RowFault> faults(records.size());
  std::vector<std::int64_t> offsets(records.size() + 1);
  const std::vector<std::uint16_t> moves = legal_moves_of(records, offsets, faults, 1);
  const Grouping grouping{offsets};
  std::vector<RowFault> move_faults(moves.size());
  std::vector<PackedPosition> children(moves.size());
  apply(records, moves, grouping, children, move_faults, 2);
  for (const RowFault fault : move_faults) CHECK(fault <= row_fault(PackFault::kFullmoveNumber));
  std::vector<std::int64_t> indices(moves.size());
  std::vector<std::uint16_t> found(moves.size());
  for (const PolicyEncoding encoding : {PolicyEncoding::kAlphaZero, PolicyEncoding::kLc0}) {
    move_indices(records, moves, grouping, encoding, indices, move_faults, 2);
    index_moves(records, indices, grouping, encoding, found, move_faults, 2);
    CHECK(found == moves);
  }
  for (const MoveNotation notation : {MoveNotation::kUci, MoveNotation::kSan}) {
    const TextColumn column = to_texts(records, moves, grouping, notation, move_faults, 2);
    std::vector<std::string_view> texts;
    std::size_t begin = 0;
    for (const std::size_t end : column.ends) {
      texts.push_back(std::string_view(column.bytes).substr(begin, end - begin));
      begin = end;
    }
    from_texts(records, texts, grouping, notation, found, move_faults, 2);
    CHECK(found == moves);
  }
}

TEST(any_move_bits_are_safe) {
  const std::vector<PackedPosition> records = records_of_all_kinds(65536);
  std::vector<std::uint16_t> moves(records.size());
  for (std::size_t i = 0; i < moves.size(); i++) moves[i] = static_cast<std::uint16_t>(i);
  std::vector<RowFault> faults(records.size());
  std::vector<PackedPosition> after(records.size());
  apply(records, moves, {}, after, faults, 2);
  for (std::size_t i = 0; i < after.size(); i++) {
    Board board;
    if (faults[i] == RowFault::kNone) CHECK(unpack(after[i], board) == PackFault::kNone);
  }
}

TEST(games_break_off_at_an_illegal_move) {
  const std::uint16_t e4 = Move(kE2, kE4).raw, e5 = Move(kE7, kE5).raw;
  const std::vector<std::uint16_t> moves = {e4, e4, e5, e4, e5};
  const std::vector<std::int64_t> offsets = {0, 3, 5};
  const Games games{{}, moves, offsets, true};
  std::vector<PackedPosition> positions(games.rows());
  std::vector<RowFault> faults(games.rows());
  play_out(games, positions, faults, 2);
  const std::vector<RowFault> wanted = {RowFault::kNone,
                                        RowFault::kIllegalMove,
                                        RowFault::kAfterIllegalMove,
                                        RowFault::kAfterIllegalMove,
                                        RowFault::kNone,
                                        RowFault::kNone,
                                        RowFault::kNone};
  CHECK(faults == wanted);
  std::vector<float> planes(games.rows() * kAlphaZeroPlanes * kPlaneSquares);
  game_planes(games, PlaneEncoding::kAlphaZero, Fill::kZeros, planes.data(), faults, 2);
  CHECK(faults == wanted);
}

TEST(planes_are_the_same_in_bytes_and_floats) {
  std::mt19937_64 random(7);
  std::array<std::uint8_t, 64> bytes;
  std::array<float, 64> floats;
  for (int i = 0; i < 1000; i++) {
    const Bitboard set = random() & random();
    write_plane(set, std::uint8_t{9}, bytes.data());
    write_plane(set, 9.0F, floats.data());
    for (std::size_t square = 0; square < 64; square++) {
      CHECK_EQUAL(int{bytes[square]}, contains(set, static_cast<Square>(square)) ? 9 : 0);
      CHECK_EQUAL(floats[square], static_cast<float>(bytes[square]));
    }
  }
}

// What any text may have done to it: a few characters changed, put in or taken out.
std::string damaged(std::string text, std::string_view alphabet, std::mt19937 &random) {
  const unsigned changes = random() % 4;
  for (unsigned k = 0; k < changes; k++) {
    const std::size_t at = random() % text.size();
    const char c = alphabet[random() % alphabet.size()];
    switch (random() % 3) {
      case 0:
        text[at] = c;
        break;
      case 1:
        text.insert(at, 1, c);
        break;
      default:
        text.erase(at, 1);
    }
  }
  return text;
}

// A '~' behind a piece means nothing, but sends the text to the reader that looks at every character.
TEST(the_fast_reader_of_placements_agrees_with_the_careful_one) {
  using namespace std::string_view_literals;
  constexpr std::string_view kAlphabet = "pnbrqkPNBRQK1123456788///09.-xX \t\0\xAF\xB1\xF0"sv;
  constexpr std::array<std::string_view, 6> kTails = {" w - - 0 1", " b - e3 12 345", " w", "", "  b", "\tw - - 0 1"};
  std::mt19937 random(5);
  Board board;
  std::size_t plain = 0, amiss = 0;
  for (int i = 0; i < 100000; i++) {
    MoveList moves;
    legal_moves(board, moves);
    if (moves.empty() || i % 150 == 0) board = i % 2 ? kStartBoard : *parse_fen(kMiddlegame);
    if (!moves.empty()) do_move(board, moves[random() % moves.size()]);
    const std::string text = damaged(placement(board), kAlphabet, random);
    const std::string_view tail = kTails[random() % kTails.size()];
    const std::string whole = std::string(random() % 3, ' ') + text + std::string(tail);
    std::string marked = whole;
    marked.insert(marked.find_first_of("pnbrqkPNBRQK") + 1, 1, '~');
    const auto fast = parse_fen(whole), careful = parse_fen(marked);
    CHECK_EQUAL(fast.ok(), careful.ok());
    if (fast && careful) CHECK(*fast == *careful);

    Board read;
    std::size_t at = whole.find_first_not_of(' ');
    const std::size_t begin = at;
    if (read_plain_placement(whole, at, read)) {
      CHECK_EQUAL(at, whole.find(' ', begin));
      CHECK(careful && read.by_type == careful->by_type && read.by_color == careful->by_color);
      plain++;
    } else if (text.size() <= 63 && tail.size() > 8 && tail[0] == ' ') {  // nothing rare: then something is amiss
      CHECK(!careful || text.find_first_of("\t ") != text.npos);
      CHECK(read == Board());
      amiss++;
    }
  }
  CHECK(plain > 10000 && amiss > 10000);
}

void check_piece_planes(Records records, View view, const std::uint8_t *value, const std::vector<RowFault> &faults) {
  for (std::size_t row = 0; row < records.size(); row++) {
    Board board;
    const RowFault fault = row_fault(unpack(records[row], board));
    CHECK(fault == faults[row]);
    const bool flip = view == View::kMover && board.side == kBlack;
    for (std::size_t plane = 0; plane < kPiecePlanes; plane++) {
      const auto type = static_cast<PieceType>(plane % kPieceTypes);
      const Color color = (plane < kPieceTypes) != flip ? kWhite : kBlack;
      for (Square square = 0; square < 64; square++) {
        const bool there = contains(board.pieces(color, type), flip ? flip_rank(square) : square);
        CHECK_EQUAL(int{*value++}, fault == RowFault::kNone && there);
      }
    }
  }
}

// All the planes at once, and one square after the other.
TEST(piece_planes_show_the_board) {
  const std::vector<PackedPosition> all_records = records_of_all_kinds(2000);
  std::vector<std::uint8_t> planes(all_records.size() * kPiecePlanes * kPlaneSquares);
  for (const std::size_t count : {0, 1, 2, 31, 32, 33, 1023, 1024, 1025, 2000}) {
    for (const View view : {View::kWhite, View::kMover}) {
      const Records records(all_records.data(), count);
      std::vector<RowFault> faults(count);
      std::fill(planes.begin(), planes.end(), std::uint8_t{0xFF});
      piece_planes(records, view, planes.data(), Faults(faults), 1);
      check_piece_planes(records, view, planes.data(), faults);
    }
  }
}

// Boards as crowded as can be, with one king a side nearly always, whose checks, castling rooks, ep squares and pawns
// are anywhere.
PackedPosition crowded_record(std::mt19937_64 &random) {
  Board board;
  const auto put = [&](Color color, PieceType type) {
    const auto square = static_cast<Square>(random() % 64);
    if (!contains(board.occupied(), square)) board.put(color, type, square);
  };
  for (const Color color : {kWhite, kBlack}) {
    put(color, kKing);
    const unsigned others = random() % (random() % 8 == 0 ? 20 : 12);
    for (unsigned i = 0; i < others; i++) put(color, random() % 40 == 0 ? kKing : static_cast<PieceType>(random() % 5));
  }
  if (random() % 4 == 0) board.clear(board.by_type[kPawn] & kBackRanks);
  if (random() % 4 == 0) board.castling = board.by_type[kRook] & kBackRanks;
  board.side = static_cast<Color>(random() % 2);
  PackedPosition record{};
  CHECK(pack(board, record) == PackFault::kNone || popcount(board.occupied()) > 32);
  if (random() % 32 == 0) record.occupied |= random();
  if (random() % 16 == 0) record.side_and_ep = static_cast<std::uint8_t>(random());
  if (random() % 32 == 0) record.pieces[random() % 16] |= static_cast<std::uint8_t>(random() % 2 ? 0x07 : 0x70);
  return record;
}

TEST(blocks_are_sure_of_positions_only) {
  std::mt19937_64 random(17);
  std::array<std::size_t, 16> told{};  // by fault
  std::size_t plain = 0;
  RecordBlock block;
  for (int i = 0; i < 20000; i++) {
    std::array<PackedPosition, RecordBlock::kRows> records;
    for (PackedPosition &record : records) record = crowded_record(random);
    const std::size_t count = 1 + random() % records.size();
    block.unpack(Records(records.data(), count));
    for (std::size_t row = 0; row < count; row++) {
      Board board;
      const PackFault fault = unpack(records[row], board);
      told[static_cast<std::size_t>(fault)]++;
      const bool is_plain = fault == PackFault::kNone && board.ep == kNoSquare && !board.chess960;
      CHECK_EQUAL(block.is_plain_position(row), is_plain);
      if (!is_plain) continue;
      plain++;
      CHECK(block.types(row) == board.by_type);
      CHECK(block.pieces(row, kWhite) == board.by_color[kWhite] && block.pieces(row, kBlack) == board.by_color[kBlack]);
      CHECK_EQUAL(block.side(row), board.side);
    }
  }
  CHECK(plain > 10000);
  for (const PackFault fault :
       {PackFault::kNone, PackFault::kTooManyPieces, PackFault::kBadPiece, PackFault::kBadKings, PackFault::kBadSquare,
        PackFault::kBadCastling, PackFault::kOppositeCheck, PackFault::kTooManyOfAColor}) {
    CHECK(told[static_cast<std::size_t>(fault)] > 100);
  }
}

TEST(lines_are_split_like_a_text_file) {
  const std::vector<std::string_view> wanted = {"a", "", "b"};
  CHECK(split_lines("a\r\n\nb") == wanted);
  CHECK(split_lines("a\n\nb\n") == wanted);
  CHECK(split_lines("").empty());
}

RUN_TESTS()
