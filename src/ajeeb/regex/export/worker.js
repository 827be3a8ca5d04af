// Applies the rules, each once, everywhere, in order, and tells now and then how far it is.
let rules = [];

self.onmessage = ({ data }) => {
  if (data.rules) {
    rules = data.rules.map(([pattern, replacement, origin]) => [new RegExp(pattern, "gu"), replacement, origin]);
    return;
  }
  let text = data.text;
  let told = performance.now();
  const started = told;
  let longest = text.length;
  for (let done = 0; done < rules.length; done++) {
    const [pattern, replacement, origin] = rules[done];
    text = text.replace(pattern, replacement);
    longest = Math.max(longest, text.length);
    const now = performance.now();
    if (now - told > data.every) {
      told = now;
      const shown = text.length > 4000 ? text.slice(0, 4000) + "\n…" : text;
      self.postMessage({ id: data.id, done: done + 1, origin, length: text.length, shown });
    }
  }
  self.postMessage({ id: data.id, text, longest, milliseconds: performance.now() - started });
};
