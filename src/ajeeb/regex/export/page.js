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
  const longest = data.longest.toLocaleString("en");
  at("status").textContent = `${program.rules.length} rules in ${seconds} s; longest state ${longest} characters`;
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

// A chess screen: eight ranks with their number in front, under them the files, then what is said.
const PIECES = "♔♕♖♗♘♙♚♛♜♝♞♟";

function screenIn(text) {
  const lines = text.split("\n");
  const rows = lines.slice(0, 8).map((line) => line.match(/^([1-8])((?: [♔-♟.]){8})$/u));
  const files = lines[8]?.match(/^ {2}((?:[a-h] ?){8})$/);
  if (files === null || files === undefined || rows.includes(null)) return null;
  const names = files[1].trim().split(" ");
  const squares = rows.flatMap(([, rank, cells]) =>
    cells.trim().split(" ").map((cell, column) => ({ name: names[column] + rank, piece: cell === "." ? "" : cell })));
  const said = lines.filter((line) => line.startsWith("Ajeeb:")).at(-1) ?? "";
  return { squares, said: said.replace("Ajeeb:", "").trim(), about: lines[10] ?? "", over: /Game over/.test(said) };
}

// Playing: the screen is what the rules left; a move is written behind it, and the rules run again.
let screens = [];
let chosen = null;
let busy = false;

function draw() {
  const screen = screenIn(screens.at(-1));
  at("game").hidden = !screen;
  if (!screen) return;
  const before = screens.length > 1 ? screenIn(screens.at(-2)) : null;
  const was = new Map(before?.squares.map(({ name, piece }) => [name, piece]));
  at("board").replaceChildren(...screen.squares.map((square, index) => drawSquare(square, index, was)));
  at("told").textContent = screen.said;
  at("about").textContent = screen.about;
  at("go").disabled = screen.over;
}

function drawSquare({ name, piece }, index, was) {
  const button = document.createElement("button");
  const kind = PIECES.indexOf(piece);
  // The filled glyphs, for both colours: outlined ones are hard to see on a dark square.
  button.append(piece ? PIECES[kind % 6 + 6] + "\uFE0E" : "");
  button.dataset.square = name;
  button.setAttribute("aria-label", piece ? `${name}, ${pieceName(kind)}` : name);
  button.classList.toggle("dark", ("abcdefgh".indexOf(name[0]) + Number(name[1])) % 2 === 1);
  button.classList.toggle("white-piece", kind >= 0 && kind < 6);
  button.classList.toggle("chosen", name === chosen);
  button.classList.toggle("moved", was.has(name) && was.get(name) !== piece);
  button.onclick = () => choose(name, piece);
  const label = document.createElement("small");
  label.textContent = (index > 55 ? name[0] : "") + (index % 8 === 0 ? name[1] : "");
  button.append(label);
  return button;
}

function pieceName(kind) {
  return (kind < 6 ? "white " : "black ") + ["king", "queen", "rook", "bishop", "knight", "pawn"][kind % 6];
}

function choose(name, piece) {
  if (busy || screenIn(screens.at(-1)).over) return;
  if (chosen === null) chosen = piece ? name : null;
  else if (chosen === name) chosen = null;
  else return move(chosen, name);
  draw();
  document.querySelector(`[data-square="${name}"]`).focus();
}

function move(from, to) {
  const { piece } = screenIn(screens.at(-1)).squares.find(({ name }) => name === from);
  const promotes = (piece === "♙" && to[1] === "8") || (piece === "♟" && to[1] === "1");
  return type(from + to + (promotes ? at("promotion").value : ""));
}

function type(text) {
  return show(screens.at(-1) + text, `${text} …`);
}

async function show(text, saying = "…") {
  if (busy) return;
  [busy, chosen] = [true, null];
  at("told").textContent = saying;
  screens.push(await run(text));
  busy = false;
  at("input").value = screenIn(screens.at(-1)) ? screens.at(-1) : text;
  at("told").textContent = "";
  draw();
}

function back() {
  if (busy || screens.length < 2) return;
  screens.pop();
  chosen = null;
  at("input").value = at("state").textContent = screens.at(-1);
  draw();
}

at("run").onclick = () => show(at("input").value);
at("new").onclick = () => show("");
at("go").onclick = () => type("go");
at("back").onclick = back;
at("fen").onchange = () => { show(at("fen").value); at("fen").value = ""; };
show("");
