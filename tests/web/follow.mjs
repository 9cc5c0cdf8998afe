// Answers each line {"view": VIEW, "event": EVENT or null} with what themind.js makes of it.
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";

const themind = await import(pathToFileURL(process.argv[2]));
const ASKED = ["legalActions", "top", "middle", "unseen", "isOver", "levelsCompleted"];

function frozen(value) {
  if (value !== null && typeof value === "object") Object.values(Object.freeze(value)).map(frozen);
  return value;
}

function answer({ view, event, events }) {
  if (events) return { view: themind.evolveAll(frozen(view), frozen(events)) };
  const after = event ? themind.evolve(frozen(view), frozen(event)) : view;
  const facts = Object.fromEntries(ASKED.map((name) => [name, themind[name](frozen(after))]));
  const guarded = facts.legalActions.map((action) => themind.guarded(after, frozen(action)));
  return { view: after, guarded, exports: Object.keys(themind), ...facts };
}

createInterface({ input: process.stdin }).on("line", (line) => {
  let told;
  try {
    told = answer(JSON.parse(line));
  } catch (error) {
    told = { error: String(error) };
  }
  process.stdout.write(`${JSON.stringify(told)}\n`);
});
