#include "engine/options.hpp"

#include <algorithm>
#include <array>

#include "engine/protocol.hpp"

namespace ajeeb::engine {

namespace {

// The setter of a plain number or switch among the engine's options.
template <auto member>
bool set(Engine &engine, int value) {
  engine.change_options([value](Options &options) {
    options.*member = static_cast<std::remove_reference_t<decltype(options.*member)>>(value);
  });
  return true;
}

bool set_hash(Engine &engine, int value) { return engine.set_hash(value); }

bool set_threads(Engine &engine, int value) {
  engine.set_threads(value);
  return true;
}

bool clear_hash(Engine &engine, int) {
  engine.clear_hash();
  return true;
}

constexpr auto kSpin = OptionKind::kSpin, kCheck = OptionKind::kCheck, kButton = OptionKind::kButton;
constexpr Options kPresets;
constexpr auto kOptions = std::to_array<NamedOption>({
    {"Hash", kSpin, 16, 1, kMaxHash, set_hash},
    {"Threads", kSpin, 1, 1, kMaxThreads, set_threads},
    {"Ponder", kCheck, 0, 0, 1, nullptr},
    {"MultiPV", kSpin, kPresets.multi_pv, 1, kMaxMultiPv, set<&Options::multi_pv>},
    {"Move Overhead", kSpin, kPresets.move_overhead, 0, kMaxOverhead, set<&Options::move_overhead>},
    {"Contempt", kSpin, kPresets.contempt, -kMaxContempt, kMaxContempt, set<&Options::contempt>},
    {"UCI_Chess960", kCheck, 0, 0, 1, nullptr},
    {"UCI_ShowWDL", kCheck, 0, 0, 1, nullptr},
    {"UCI_LimitStrength", kCheck, kPresets.limit_strength, 0, 1, set<&Options::limit_strength>},
    {"UCI_Elo", kSpin, kPresets.elo, kMinElo, kMaxElo, set<&Options::elo>},
    {"Skill Level", kSpin, kPresets.skill, 0, kFullSkill, set<&Options::skill>},
    {"Clear Hash", kButton, 0, 0, 0, clear_hash},
});

}  // namespace

std::span<const NamedOption> named_options() { return kOptions; }

const NamedOption *find_option(std::string_view name) {
  const std::string wanted = lower_case(name);
  const auto *found = std::find_if(kOptions.begin(), kOptions.end(),
                                   [&](const NamedOption &option) { return lower_case(option.name) == wanted; });
  return found == kOptions.end() ? nullptr : found;
}

std::optional<OptionValue> read_option(const NamedOption &option, std::string_view text) {
  if (option.kind == OptionKind::kButton) return OptionValue{0, false};
  if (option.kind == OptionKind::kCheck) {
    const std::string word = lower_case(text);
    const bool yes = word == "true" || word == "1", no = word == "false" || word == "0";
    return yes || no ? std::optional(OptionValue{yes, false}) : std::nullopt;
  }
  const auto value = to_clamped(text, option.lowest, option.highest);
  if (!value) return std::nullopt;
  return OptionValue{*value, to_number<int>(text) != *value};
}

}  // namespace ajeeb::engine
