// Follow a game of The Mind with the events that its server sends. No dependencies, no rules.
//
// A view is the JSON document `SeatView`, and an event is a member of the union `SeatEvent`. No
// function changes its arguments. The types are in themind.d.ts. `evolve` implements the table
// "Following a game" on the library's page about JSON.

/** Return the view after one event. Throws an Error for an event of an unknown type. */
export function evolve(view, event) {
  if (!Object.hasOwn(CHANGES, event.type)) {
    throw new Error(`no event is called ${event.type}`);
  }
  return { ...view, ...CHANGES[event.type](view, event) };
}

/** Return the view after all events of a step. Show only this view, not those in between. */
export function evolveAll(view, events) {
  return events.reduce(evolve, view);
}

/** Return the actions that the view's seat can take now, without guards; none for a spectator. */
export function legalActions(view) {
  if (view.seat === null) return [];
  return Object.keys(IS_LEGAL)
    .filter((type) => IS_LEGAL[type](view))
    .map((type) => ({ type, format: 1, seat: view.seat, ...UNGUARDED[type] }));
}

/** Return the action with a guard from this view, so that the server rejects it if it is late. */
export function guarded(view, action) {
  if (action.type === "Play") return { ...action, card: view.hand[0] };
  if (action.type === "AgreeToStar") return { ...action, cards_down: cardsDown(view) };
  return action;
}

/** Return the card on top of the pile; null if there is none, or if it is face down. */
export function top(view) {
  return view.pile.length ? view.pile.at(-1).card : null;
}

/** Return pile and aside in one ascending row; null while a card of the pile is face down. */
export function middle(view) {
  const cards = [...view.pile, ...view.aside].map((laid) => laid.card);
  return cards.includes(null) ? null : ascending(cards);
}

/** Return the cards of the deck that this viewer has not seen in this level, ascending. */
export function unseen(view) {
  const seen = new Set([...view.hand, ...[...view.pile, ...view.aside].map((laid) => laid.card)]);
  const deck = Array.from({ length: view.rules.cards }, (_, place) => place + 1);
  return deck.filter((card) => !seen.has(card));
}

/** Return the number of cards in pile and aside together: the guard of an agreement to a star. */
export function cardsDown(view) {
  return view.pile.length + view.aside.length;
}

/** Return whether the run is won or lost; a blind run can follow a victory. */
export function isOver(view) {
  return view.phase === "WON" || view.phase === "LOST";
}

/** Return the highest level that is completed in this run. */
export function levelsCompleted(view) {
  return view.phase === "WON" ? view.level : view.level - 1;
}

const UNGUARDED = { Play: { card: null }, AgreeToStar: { cards_down: null } };

// In the order of the library.
const IS_LEGAL = {
  Ready: (view) => view.phase === "FOCUSING" && !view.ready.includes(view.seat),
  Unready: (view) => view.phase === "FOCUSING" && view.ready.includes(view.seat),
  Refocus: (view) => view.phase === "PLAYING",
  Play: (view) => view.phase === "PLAYING" && view.hand.length > 0,
  ProposeStar: (view) => view.phase === "PLAYING" && !view.agreed.length && view.stars > 0,
  AgreeToStar: (view) => isVote(view) && !view.agreed.includes(view.seat),
  DeclineStar: (view) => isVote(view),
};

// The fields that each event changes.
const CHANGES = {
  HandDealt: (_, { hand, hand_sizes }) => ({ hand, hand_sizes, phase: "FOCUSING" }),
  SeatReady: (view, { seat }) => ({ ready: ascending([...view.ready, seat]) }),
  SeatUnready: (view, { seat }) => ({ ready: view.ready.filter((other) => other !== seat) }),
  PlayStarted: () => ({ phase: "PLAYING", ready: [] }),
  RefocusCalled: () => ({ phase: "FOCUSING" }),
  PlayPaused: () => ({ phase: "FOCUSING" }),
  CardPlayed: (view, { seat, card }) => laid(view, seat, card),
  HiddenCardPlayed: (view, { seat }) => laid(view, seat, null),
  MistakeMade: (view, { skipped, lives }) => ({ lives, ...setAside(view, skipped, "SKIPPED") }),
  CardVoid: () => ({}),
  StarProposed: (_, { seat }) => ({ agreed: [seat] }),
  StarAgreed: (view, { seat }) => ({ agreed: ascending([...view.agreed, seat]) }),
  StarDeclined: () => ({ agreed: [] }),
  StarLapsed: () => ({ agreed: [] }),
  StarThrown: (view, { cards, stars }) => {
    const each = cards.map((card) => (card === null ? [] : [card]));
    return { stars, agreed: [], ...setAside(view, each, "STAR") };
  },
  HandsEmptied: () => ({ phase: "REVEALING" }),
  PileRevealed: (_, { pile, lives }) => ({ pile, lives, phase: "CLEARED" }),
  LevelCleared: () => ({ phase: "CLEARED" }),
  RewardTaken: (_, { lives, stars }) => ({ lives, stars }),
  RewardForfeited: () => ({}),
  LevelCompleted: (view) => {
    const isLast = view.level === view.rules.levels;
    const next = isLast ? { phase: "WON" } : { phase: "DEALING", level: view.level + 1 };
    return { ...emptied(view), attempt: 0, ...next };
  },
  GameWon: () => ({}),
  GameLost: () => ({ phase: "LOST" }),
  BlindStarted: () => ({ phase: "DEALING", level: 1, blind: true }),
  DealGathered: (view) => ({ ...emptied(view), attempt: view.attempt + 1, phase: "DEALING" }),
};

function isVote(view) {
  return view.phase === "PLAYING" && view.agreed.length > 0;
}

function laid(view, seat, card) {
  const gone = view.hand_sizes.map((_, other) => Number(other === seat));
  return { pile: [...view.pile, { seat, card }], ...without(view, gone) };
}

function setAside(view, cards, reason) {
  const aside = cards.flatMap((own, seat) => own.map((card) => ({ seat, card, reason })));
  const gone = cards.map((own) => own.length);
  return { aside: [...view.aside, ...aside], ...without(view, gone) };
}

// Remove the first cards of each hand, as many as `gone` has for each seat.
function without(view, gone) {
  const hand = view.seat === null ? view.hand : view.hand.slice(gone[view.seat]);
  return { hand, hand_sizes: view.hand_sizes.map((size, seat) => size - gone[seat]) };
}

function emptied(view) {
  return { hand: [], hand_sizes: view.hand_sizes.map(() => 0), pile: [], aside: [], ready: [] };
}

function ascending(numbers) {
  return numbers.sort((one, other) => one - other);
}
