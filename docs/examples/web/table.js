// Draws the data of a connection. Text is inserted as text, never as HTML: names are untrusted.
import { isOver, legalActions } from "./themind.js";

const PHASES = {
  DEALING: "The cards are about to be dealt.",
  FOCUSING: "Look at your hand. Play begins when everyone is ready.",
  PLAYING: "Play your lowest card when you think it is next.",
  REVEALING: "The pile is about to be turned over.",
  CLEARED: "The level is cleared.",
  WON: "You have won together.",
  LOST: "The team has lost its last life.",
};
const TIMERS = { show: "continues in", focus: "begins in", vote: "no star in" };
const MOST_NEWS = 8;

export const byId = (id) => document.getElementById(id);

export function draw(wire) {
  drawStatus(wire);
  if (wire.view === null) return;
  const { view } = wire;
  const full = wire.people.every((person) => !person.free);
  byId("level").textContent = `${view.blind ? "Blind level" : "Level"} ${view.level}`
    + ` of ${view.rules.levels}`;
  drawSupply("lives", "♥", view.lives, "life", "lives");
  drawSupply("stars", "★", view.stars, "star", "stars");
  drawPeople(wire);
  drawCards("pile", view.pile, wire.people);
  drawCards("aside", view.aside, wire.people);
  byId("table").hidden = false;
  byId("aside-title").hidden = byId("aside").hidden = view.aside.length === 0;
  drawHand(view);
  drawActions(wire);
  drawFreeSeats(wire, full);
  drawNews(wire.text);
  byId("timeline").hidden = view.phase !== "WON";
  byId("own-link").hidden = wire.token === null;
}

function drawStatus({ status, view, why, people }) {
  const waiting = people.some((person) => person.free);
  const news = {
    connecting: "Connecting …",
    away: "Connection lost. Reconnecting …",
    gone: "This room does not exist.",
    here: waiting ? "Waiting for players." : view && voteOf(view, people) || PHASES[view?.phase],
  };
  setText(byId("phase"), news[status] ?? "");
  setText(document.querySelector("#room .why"), why);
}

function voteOf(view, people) {
  if (!view.agreed.length) return null;
  return `A star is proposed. Yes: ${view.agreed.map((seat) => people[seat].name).join(", ")}.`;
}

export function drawTimer({ timer }) {
  const left = timer && Math.max(0, Math.ceil((timer.until - performance.now()) / 1000));
  setText(byId("timer"), timer ? `${TIMERS[timer.what]} ${left} s` : "");
}

function drawSupply(id, sign, number, one, many) {
  byId(id).textContent = number > 0 ? sign.repeat(number) : `no ${many}`;
  byId(id).setAttribute("aria-label", `${number} ${number === 1 ? one : many}`);
}

function drawPeople({ view, people, seat: own }) {
  byId("people").replaceChildren(...people.map((person, seat) => {
    const size = view.hand_sizes[seat];
    const cards = size ? `${size} card${size === 1 ? "" : "s"}` : "no cards";
    const name = person.free ? "free seat" : person.name + (seat === own ? " (you)" : "");
    const item = element("li", "", element("div", "name", name), element("div", "", cards),
      element("div", "state", stateOf(person, view, seat)));
    item.dataset.seat = seat;
    item.classList.toggle("you", seat === own);
    return item;
  }));
}

function stateOf(person, view, seat) {
  const states = [];
  if (person.clock) states.push("a clock");
  else if (person.stand_in) states.push("away, a clock plays");
  else if (!person.here && !person.free) states.push("away");
  if (view.ready.includes(seat)) states.push("ready");
  if (view.agreed.includes(seat)) states.push("says yes");
  return states.join(", ");
}

function drawCards(id, cards, people) {
  byId(id).replaceChildren(...cards.map(({ seat, card, reason }) => {
    const name = people[seat]?.name ?? "";
    const label = card === null ? "a face-down card" : String(card);
    const item = element("li", "card", card === null ? "?" : label, element("small", "", name));
    item.dataset.seat = seat;
    item.dataset.card = card ?? "hidden";
    const why = reason === "STAR" ? ", set aside for a star" : reason ? ", skipped" : "";
    item.setAttribute("aria-label", `${label}, ${name}${why}`);
    return item;
  }));
}

function drawHand(view) {
  const box = byId("hand");
  const hadFocus = box.contains(document.activeElement);
  byId("mine").hidden = view.seat === null;
  const canPlay = legalActions(view).some((action) => action.type === "Play");
  box.replaceChildren(...view.hand.map((card, place) => {
    const isNext = canPlay && place === 0;
    const note = element("small", "", isNext ? "play" : "");
    const item = element(isNext ? "button" : "div", "card", String(card), note);
    item.dataset.seat = view.seat;
    item.dataset.card = card;
    item.classList.toggle("main", isNext);
    if (isNext) item.dataset.action = "Play";
    return item;
  }));
  if (hadFocus) box.querySelector("button")?.focus();
}

function drawActions({ view, seat }) {
  const legal = legalActions(view).map((action) => action.type);
  for (const button of document.querySelectorAll("#actions [data-action]")) {
    button.hidden = !legal.includes(button.dataset.action);
  }
  byId("blind").hidden = !(seat !== null && view.phase === "WON" && canGoBlind(view));
  byId("more").open ||= isOver(view);
}

// The number of levels in a full stack, by number of players.
function canGoBlind({ blind, rules }) {
  return !blind && rules.first_level === 1 && rules.levels === { 2: 12, 3: 10, 4: 8 }[rules.players];
}

function drawFreeSeats({ people, seat: own }, full) {
  byId("sit").hidden = full || own !== null;
  byId("free").replaceChildren(...people.flatMap((person, seat) => {
    if (!person.free) return [];
    const button = element("button", "", `Take seat ${seat + 1}`);
    button.value = seat;
    return [button];
  }));
}

function drawNews(text) {
  const list = byId("news");
  list.append(...text.map((sentence) => element("li", "", sentence)));
  while (list.children.length > MOST_NEWS) list.firstChild.remove();
}

function element(name, kind, ...children) {
  const made = document.createElement(name);
  if (kind) made.className = kind;
  made.append(...children);
  return made;
}

// A live region is announced each time its text is set.
function setText(where, text) {
  if (where.textContent !== text) where.textContent = text;
}
