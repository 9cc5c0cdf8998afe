// Types for themind.js. Written by write_types.py from the schemas of the library.

/** A card set aside in this level, the seat that held it, and the reason. */
export interface AsideCard {
  card: number;
  reason: "SKIPPED" | "STAR";
  seat: number;
}

/** The rules of one table (SET-1 to SET-6, VAR-1 to VAR-6). */
export interface Rules {
  auto_refocus: boolean;
  blind_penalty: "PER_CARD" | "PER_LEVEL";
  cards: number;
  first_level: number;
  levels: number;
  lives: number;
  max_lives: number;
  max_stars: number;
  mistake_penalty: "PER_MISTAKE" | "PER_CARD";
  players: number;
  rewards: [number, "LIFE" | "STAR"][];
  stars: number;
  starts_blind: boolean;
}

/** A card of the pile as a viewer sees it: its seat, and the card, or null if face down. */
export interface SeenCard {
  card: number | null;
  seat: number;
}

/** The information of one seat or of a spectator (TALK-1, TALK-3). */
export interface SeatView {
  agreed: number[];
  aside: AsideCard[];
  attempt: number;
  blind: boolean;
  format: 1;
  hand: number[];
  hand_sizes: number[];
  level: number;
  lives: number;
  phase: "DEALING" | "FOCUSING" | "PLAYING" | "REVEALING" | "CLEARED" | "WON" | "LOST";
  pile: SeenCard[];
  ready: number[];
  rules: Rules;
  seat: number | null;
  stars: number;
  type: "SeatView";
}

/** A level is dealt, as a seat sees it: its own hand, and the sizes of all hands. */
export interface HandDealt {
  format: 1;
  hand: number[];
  hand_sizes: number[];
  level: number;
  type: "HandDealt";
}

/** A seat plays a card face down, as other seats see it (BLD-2). */
export interface HiddenCardPlayed {
  format: 1;
  seat: number;
  type: "HiddenCardPlayed";
}

/** A seat puts its hand on the table (LVL-3). */
export interface SeatReady {
  format: 1;
  seat: number;
  type: "SeatReady";
}

/** A seat takes its hand off the table (LVL-3). */
export interface SeatUnready {
  format: 1;
  seat: number;
  type: "SeatUnready";
}

/** Everyone is ready, and play starts or resumes (LVL-3, LVL-4). */
export interface PlayStarted {
  format: 1;
  type: "PlayStarted";
}

/** A seat calls stop (LVL-4). */
export interface RefocusCalled {
  format: 1;
  seat: number;
  type: "RefocusCalled";
}

/** The team refocuses after a mistake (ERR-3) or a star (STAR-4). */
export interface PlayPaused {
  format: 1;
  type: "PlayPaused";
}

/** A seat plays a card, which is face down in a blind level (LVL-6, BLD-2). */
export interface CardPlayed {
  card: number;
  face_down: boolean;
  format: 1;
  seat: number;
  type: "CardPlayed";
}

/** A mistake: a card in a hand is lower than the played card (ERR-1, ERR-2). */
export interface MistakeMade {
  card: number;
  format: 1;
  lives: number;
  seat: number;
  skipped: number[][];
  type: "MistakeMade";
}

/** A card that landed was already set aside by a mistake, and costs nothing (ERR-7). */
export interface CardVoid {
  card: number;
  format: 1;
  seat: number;
  type: "CardVoid";
}

/** A seat proposes a star, and agrees to it (STAR-1). */
export interface StarProposed {
  format: 1;
  seat: number;
  type: "StarProposed";
}

/** A seat agrees to the proposed star (STAR-2). */
export interface StarAgreed {
  format: 1;
  seat: number;
  type: "StarAgreed";
}

/** A seat declines the proposed star, and the proposal ends (STAR-2). */
export interface StarDeclined {
  format: 1;
  seat: number;
  type: "StarDeclined";
}

/** The proposal ends because the position changes (STAR-6). */
export interface StarLapsed {
  format: 1;
  type: "StarLapsed";
}

/** A star is thrown, and each player's lowest card is set aside (STAR-3). */
export interface StarThrown {
  cards: (number | null)[];
  format: 1;
  stars: number;
  type: "StarThrown";
}

/** All hands of a blind level are empty, so the pile can be turned over (BLD-4). */
export interface HandsEmptied {
  format: 1;
  type: "HandsEmptied";
}

/** A card of the pile and the seat that played it. */
export interface PlayedCard {
  card: number;
  seat: number;
}

/** The blind pile is turned over, and its mistakes are counted (BLD-4, BLD-5). */
export interface PileRevealed {
  format: 1;
  lives: number;
  mistakes: number;
  pile: PlayedCard[];
  type: "PileRevealed";
}

/** The level is cleared: all hands are empty and a life is left (LVL-7, BLD-6). */
export interface LevelCleared {
  format: 1;
  level: number;
  type: "LevelCleared";
}

/** The team gains the reward of the level (SET-5). */
export interface RewardTaken {
  format: 1;
  lives: number;
  reward: "LIFE" | "STAR";
  stars: number;
  type: "RewardTaken";
}

/** The reward stays in the supply, because the team is at its limit (SET-6). */
export interface RewardForfeited {
  format: 1;
  reward: "LIFE" | "STAR";
  type: "RewardForfeited";
}

/** The level is completed, and its cards are removed (LVL-8). */
export interface LevelCompleted {
  format: 1;
  level: number;
  type: "LevelCompleted";
}

/** The run is won: all its levels are completed (END-1, BLD-7). */
export interface GameWon {
  blind: boolean;
  format: 1;
  type: "GameWon";
}

/** The game is lost: no life is left (END-2, ERR-5). */
export interface GameLost {
  blind: boolean;
  format: 1;
  level: number;
  type: "GameLost";
}

/** The blind run begins at level 1 (BLD-1). */
export interface BlindStarted {
  format: 1;
  type: "BlindStarted";
}

/** All cards are gathered, to deal the same level again (VAR-3). */
export interface DealGathered {
  format: 1;
  level: number;
  type: "DealGathered";
}

/** Put a hand on the table (LVL-3). */
export interface Ready {
  format: 1;
  seat: number;
  type: "Ready";
}

/** Take a hand off the table before play starts (LVL-3). */
export interface Unready {
  format: 1;
  seat: number;
  type: "Unready";
}

/** Call stop to refocus; it costs nothing (LVL-4). */
export interface Refocus {
  format: 1;
  seat: number;
  type: "Refocus";
}

/** Play the seat's lowest card (LVL-6). */
export interface Play {
  card: number | null;
  format: 1;
  seat: number;
  type: "Play";
}

/** Propose a star, which includes the proposer's agreement (STAR-1, STAR-2). */
export interface ProposeStar {
  format: 1;
  seat: number;
  type: "ProposeStar";
}

/** Agree to the proposed star (STAR-2). */
export interface AgreeToStar {
  cards_down: number | null;
  format: 1;
  seat: number;
  type: "AgreeToStar";
}

/** Decline the proposed star, which ends the proposal (STAR-2). */
export interface DeclineStar {
  format: 1;
  seat: number;
  type: "DeclineStar";
}

export type SeatEvent =
  | HandDealt
  | HiddenCardPlayed
  | SeatReady
  | SeatUnready
  | PlayStarted
  | RefocusCalled
  | PlayPaused
  | CardPlayed
  | MistakeMade
  | CardVoid
  | StarProposed
  | StarAgreed
  | StarDeclined
  | StarLapsed
  | StarThrown
  | HandsEmptied
  | PileRevealed
  | LevelCleared
  | RewardTaken
  | RewardForfeited
  | LevelCompleted
  | GameWon
  | GameLost
  | BlindStarted
  | DealGathered;

export type SeatAction =
  | Ready
  | Unready
  | Refocus
  | Play
  | ProposeStar
  | AgreeToStar
  | DeclineStar;

/** Return the view after one event. Throws an Error for an event of an unknown type. */
export function evolve(view: SeatView, event: SeatEvent): SeatView;
/** Return the view after all events of a step. */
export function evolveAll(view: SeatView, events: readonly SeatEvent[]): SeatView;
/** Return the actions that the view's seat can take now, without guards; none for a spectator. */
export function legalActions(view: SeatView): SeatAction[];
/** Return the action with a guard from this view, so that the server rejects it if it is late. */
export function guarded<A extends SeatAction>(view: SeatView, action: A): A;
/** Return the card on top of the pile; null if there is none, or if it is face down. */
export function top(view: SeatView): number | null;
/** Return pile and aside in one ascending row; null while a card of the pile is face down. */
export function middle(view: SeatView): number[] | null;
/** Return the cards of the deck that this viewer has not seen in this level, ascending. */
export function unseen(view: SeatView): number[];
/** Return the number of cards in pile and aside together: the guard of an agreement to a star. */
export function cardsDown(view: SeatView): number;
/** Return whether the run is won or lost; a blind run can follow a victory. */
export function isOver(view: SeatView): boolean;
/** Return the highest level that is completed in this run. */
export function levelsCompleted(view: SeatView): number;
