// Follow a game of The Mind by the events that its server sends. No dependency, no rules.
//
// A view is the JSON document `SeatView`, an event a member of the union `SeatEvent`. No function
// changes its arguments. The types are in themind.d.ts; the table that `evolve` writes down is
// "Following a game" on the library's page about JSON.

/** The view after one event. Throws an Error for an event of an unknown type. */
export function evolve(view, event) {
  if (!Object.hasOwn(CHANGES, event.type)) {
    throw new Error(`no event is called ${event.type}`);
  }
  return { ...view, ...CHANGES[event.type](view, event) };
}

/** The view after all events of a step. Show this one: between them a view can be half a step. */
export function evolveAll(view, events) {
  return events.reduce(evolve, view);
}

/** What the seat of the view can do now, as documents without a guard; nothing for a spectator. */
export function legalActions(view) {
  if (view.seat === null) return [];
  return Object.keys(IS_LEGAL)
    .filter((type) => IS_LEGAL[type](view))
    .map((type) => ({ type, format: 1, seat: view.seat, ...UNGUARDED[type] }));
}

/** The same action, held to what this view shows, so that the server refuses it if it is late. */
export function guarded(view, action) {
  if (action.type === "Play") return { ...action, card: view.hand[0] };
  if (action.type === "AgreeToStar") return { ...action, cards_down: cardsDown(view) };
  return action;
}

/** The card on top of the pile; null where there is none, or where it is face down. */
export function top(view) {
  return view.pile.length ? view.pile.at(-1).card : null;
}

/** Pile and aside in one ascending row; null while a card of the pile is face down. */
export function middle(view) {
  const cards = [...view.pile, ...view.aside].map((laid) => laid.card);
  return cards.includes(null) ? null : ascending(cards);
}

/** The cards of the deck that this viewer has not seen in this level, ascending. */
export function unseen(view) {
  const seen = new Set([...view.hand, ...[...view.pile, ...view.aside].map((laid) => laid.card)]);
  const deck = Array.from({ length: view.rules.cards }, (_, place) => place + 1);
  return deck.filter((card) => !seen.has(card));
}

/** The number of cards in pile and aside together: the guard of a yes to a star. */
export function cardsDown(view) {
  return view.pile.length + view.aside.length;
}

/** Whether the run is won or lost; a blind one can follow a victory. */
export function isOver(view) {
  return view.phase === "WON" || view.phase === "LOST";
}

/** The highest level that is completed in this run. */
export function levelsCompleted(view) {
  return view.phase === "WON" ? view.level : view.level - 1;
}

const UNGUARDED = { Play: { card: null }, AgreeToStar: { cards_down: null } };

// In the order in which the library lists them.
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

// The hands without their first cards, as many as `gone` says for each seat.
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
