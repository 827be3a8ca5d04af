"use strict";
const program = JSON.parse(document.getElementById("program").textContent);
const at = (id) => document.getElementById(id);
const source = new Blob([at("worker").textContent], { type: "text/javascript" });
const worker = new Worker(URL.createObjectURL(source));
const waiting = new Map();
let runs = 0;

worker.postMessage({ rules: program.rules });
worker.onerror = (event) => { at("status").textContent = "The worker failed: " + event.message; };
worker.onmessage = ({ data }) => {
  if (data.text === undefined) return showProgress(data);
  at("progress").value = 1;
  const seconds = (data.milliseconds / 1000).toFixed(2);
  at("status").textContent = `${program.rules.length} rules in ${seconds} s; longest state ${data.longest.toLocaleString("en")} characters`;
  at("origin").textContent = "";
  at("state").textContent = data.text;
  waiting.get(data.id)(data.text);
  waiting.delete(data.id);
};

function showProgress({ done, origin, length, shown }) {
  at("progress").value = done / program.rules.length;
  at("status").textContent = `rule ${done} of ${program.rules.length}; ${length.toLocaleString("en")} characters`;
  at("origin").textContent = origin;
  at("state").textContent = shown;
}

// Runs the rules on a text: the one thing this page can do, for a person or for a test. `every` so many milliseconds
// it tells how far it is.
function run(text, every = 60) {
  const id = ++runs;
  at("progress").value = 0;
  at("status").textContent = "running";
  return new Promise((resolve) => {
    waiting.set(id, resolve);
    worker.postMessage({ id, text, every });
  });
}

// A chess board in a text: eight lines in a row that each hold eight pieces or empty squares, behind a rank or not.
const PIECES = "♔♕♖♗♘♙♚♛♜♝♞♟";
const EMPTY = ".·-_□■☐";

function boardIn(text) {
  const rows = [];
  for (const line of text.split("\n")) {
    const cells = cellsOf(line);
    if (cells) rows.push(cells); else if (rows.length < 8) rows.length = 0;
    if (rows.length === 8) return rows;
  }
  return null;
}

function cellsOf(line) {
  const match = line.match(/^\s*[1-8]?[^♔-♟.·\-_□■☐a-zA-Z0-9]*(.*)$/u);
  const cells = [...match[1]].filter((char) => PIECES.includes(char) || EMPTY.includes(char));
  return cells.length === 8 && !/[a-zA-Z]/.test(match[1]) ? cells : null;
}

// Playing: the screen is what the rules left; a move is written behind it, and the rules run again.
let screens = [];
let turned = false;
let chosen = null;
let busy = false;

function square(row, column) { return "abcdefgh"[column] + (8 - row); }

function draw() {
  const screen = screens.at(-1);
  const rows = boardIn(screen);
  if (!rows) return;
  const before = screens.length > 1 ? boardIn(screens.at(-2)) : null;
  const board = at("board");
  board.style.display = "grid";
  board.replaceChildren();
  for (let i = 0; i < 64; i++) {
    const place = turned ? 63 - i : i;
    const [row, column] = [place >> 3, place & 7];
    const piece = PIECES.includes(rows[row][column]) ? rows[row][column] : "";
    const button = document.createElement("button");
    const white = piece && PIECES.indexOf(piece) < 6;
    // The filled glyphs, for both colours: the outlined ones are hard to see on a dark square.
    button.append(piece ? PIECES[PIECES.indexOf(piece) % 6 + 6] + "\uFE0E" : "");
    button.dataset.square = square(row, column);
    button.setAttribute("aria-label", `${button.dataset.square} ${piece || "empty"}`);
    button.classList.toggle("dark", (row + column) % 2 === 1);
    button.classList.toggle("white-piece", Boolean(white));
    button.classList.toggle("chosen", button.dataset.square === chosen);
    button.classList.toggle("moved", Boolean(before) && before[row][column] !== rows[row][column]);
    button.onclick = () => choose(button.dataset.square, piece);
    const label = document.createElement("small");
    label.textContent = (i % 8 === 0 ? 8 - row : "") + (i > 55 ? "abcdefgh"[column] : "");
    button.append(label);
    board.append(button);
  }
  at("told").textContent = screen.split("\n").filter((line) => line.trim() && !cellsOf(line)).at(-1) ?? "";
  at("input").value = screen;
}

function choose(name, piece) {
  if (busy) return;
  if (chosen === null) {
    if (piece) { chosen = name; draw(); }
    return;
  }
  const from = chosen;
  chosen = null;
  if (from === name) return draw();
  move(from + name + promotionOf(from, name));
}

function promotionOf(from, to) {
  const rows = boardIn(screens.at(-1));
  const piece = rows[8 - from[1]]["abcdefgh".indexOf(from[0])];
  return "♙♟".includes(piece) && "18".includes(to[1]) ? at("promotion").value || "q" : "";
}

async function move(text) {
  at("told").textContent = text + " …";
  await show(screens.at(-1) + text);
}

async function show(text) {
  if (busy) return;
  busy = true;
  const result = await run(text);
  busy = false;
  screens.push(result);
  at("moves").hidden = !boardIn(result);
  draw();
  if (!boardIn(result)) at("told").textContent = result.trim().split("\n")[0] ?? "";
}

at("run").onclick = () => { chosen = null; show(at("input").value); };
at("new").onclick = () => { screens = []; chosen = null; show(""); };
at("back").onclick = () => { if (!busy && screens.length > 1) { screens.pop(); chosen = null; draw(); } };
at("turn").onclick = () => { turned = !turned; draw(); };
at("input").value = program.start;
if (program.board) show(program.start);
