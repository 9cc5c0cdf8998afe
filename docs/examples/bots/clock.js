// A bot in plain JavaScript. It reads a question from each line, and writes an answer as a line.
//
//     node clock.js 0.3
//
// waits 0.3 seconds for each card between the top of the pile and its lowest card. After a mistake
// that leaves a large gap to its next card, it proposes a star, once.

"use strict";

const FAR = 15;
const NOTHING = { wait: null };
const tempo = Number(process.argv[2] ?? 0.3);
let proposedAt = "";

// The view holds the information of this seat: its hand, the pile, the sizes of the other hands.
function answer(view) {
  if (view.phase === "FOCUSING") {
    return view.ready.includes(view.seat) ? NOTHING : act(view, "Ready");
  }
  if (view.agreed.length > 0) {
    return view.agreed.includes(view.seat) ? NOTHING : agree(view);
  }
  if (view.hand.length === 0) {
    return NOTHING;
  }
  const gap = view.hand[0] - top(view);
  return wantsStar(view, gap) ? act(view, "ProposeStar") : { wait: tempo * gap };
}

function act(view, type, fields = {}) {
  return { act: { type, format: 1, seat: view.seat, ...fields } };
}

// With `cards_down`, an agreement that arrives too late is rejected.
function agree(view) {
  return act(view, "AgreeToStar", { cards_down: view.pile.length + view.aside.length });
}

// Return the top card. In a blind level, it is the highest of this seat's own cards in the pile.
function top(view) {
  const seen = view.pile.map((laid) => laid.card).filter((card) => card !== null);
  return Math.max(0, ...seen);
}

// A star that was declined is not proposed again in the same position.
function wantsStar(view, gap) {
  const last = view.aside.at(-1);
  const table = JSON.stringify([view.blind, view.level, view.attempt, view.pile, view.aside]);
  if (view.stars === 0 || last?.reason !== "SKIPPED" || gap < FAR || table === proposedAt) {
    return false;
  }
  proposedAt = table;
  return true;
}

const lines = require("node:readline").createInterface({ input: process.stdin });
lines.on("line", (line) => {
  const question = JSON.parse(line);
  const reply = { answer: question.ask, ...answer(question.view) };
  process.stdout.write(JSON.stringify(reply) + "\n");
});
