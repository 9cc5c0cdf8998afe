// The page: the form that creates a room, or a room with its buttons and keys.
import { legalActions } from "./themind.js";
import { byId, draw, drawTimer } from "./table.js";
import { Wire } from "./wire.js";

const KEYS = {
  r: ["Ready", "Unready"],
  s: ["Refocus"],
  t: ["ProposeStar"],
  y: ["AgreeToStar"],
  n: ["DeclineStar"],
  " ": ["Play", "Ready"],
  Enter: ["Play", "Ready"],
};

const room = /^\/r\/([\w-]+)$/.exec(location.pathname)?.[1];
if (room) enter(room);
else offer();

function offer() {
  byId("start").hidden = false;
  const form = document.querySelector("#start form");
  form.onsubmit = async (event) => {
    event.preventDefault();
    const asked = new URLSearchParams(new FormData(form));
    const answer = await fetch(`/rooms?${asked}`, { method: "POST" });
    const told = await answer.json();
    if (answer.ok) location.assign(`/r/${told.room}`);
    else form.querySelector(".why").textContent = told.error;
  };
}

function enter(ident) {
  byId("room").hidden = false;
  const given = location.hash.slice(1);
  if (given) {
    localStorage.setItem(`seat ${ident}`, given);
    history.replaceState(null, "", location.pathname); // so that it is not copied by accident
  }
  const wire = new Wire(ident, () => show(wire));
  window.wire = wire; // for the console
  byId("picture").href = `/r/${ident}/table.svg`;
  document.querySelector("#timeline a").href = `/r/${ident}/timeline.svg`;
  setInterval(() => drawTimer(wire), 250);
  document.addEventListener("click", (event) => click(wire, event));
  document.addEventListener("keydown", (event) => press(wire, event));
  byId("sit").onsubmit = (event) => {
    event.preventDefault();
    wire.sit(Number(event.submitter.value), event.target.elements.name.value);
  };
}

function show(wire) {
  draw(wire);
  drawTimer(wire);
  document.querySelector("#own-link a").href = `${location.pathname}#${wire.token}`;
}

function click(wire, { target }) {
  const button = target.closest("button");
  if (button?.id === "blind") wire.goOnBlind();
  else if (button?.dataset.action) ask(wire, [button.dataset.action]);
}

function press(wire, event) {
  const taken = event.target.closest("input, select, button, summary, a");
  if (event.repeat || event.ctrlKey || event.altKey || event.metaKey) return;
  if (event.target.closest("input, select") || (taken && [" ", "Enter"].includes(event.key))) return;
  if (event.key.toLowerCase() === "b" && !byId("blind").hidden) wire.goOnBlind();
  const types = KEYS[event.key] ?? KEYS[event.key.toLowerCase()];
  if (types && ask(wire, types)) event.preventDefault();
}

// Request the first of some actions that is legal for the seat.
function ask(wire, types) {
  const legal = wire.view ? legalActions(wire.view) : [];
  const action = types.map((type) => legal.find((one) => one.type === type)).find(Boolean);
  if (action) wire.act(action);
  return Boolean(action);
}
