// The connection to a room: joins, applies entries one by one, and reconnects after a break.
import { evolveAll, guarded } from "./themind.js";

const SHORTEST_BREAK = 250;
const LONGEST_BREAK = 4000;
const NO_SUCH_ROOM = 4404;

export class Wire {
  view = null; // null until the first view, and while a new one is on its way
  entry = null;
  seat = null;
  people = [];
  timer = null; // { what, until }, until in the time of performance.now()
  text = []; // the sentences of the last step
  why = ""; // why the last request was rejected
  status = "connecting"; // then "here", "away" or "gone"

  constructor(room, changed) {
    this.room = room;
    this.changed = changed;
    this.pause = SHORTEST_BREAK;
    this.connect();
  }

  get token() {
    return localStorage.getItem(`seat ${this.room}`);
  }

  set token(text) {
    if (text === null) localStorage.removeItem(`seat ${this.room}`);
    else localStorage.setItem(`seat ${this.room}`, text);
  }

  connect() {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    this.socket = new WebSocket(`${scheme}://${location.host}/r/${this.room}/socket`);
    this.socket.onopen = () => this.send({ join: this.token });
    this.socket.onmessage = ({ data }) => this.take(JSON.parse(data));
    this.socket.onclose = ({ code }) => this.lose(code);
  }

  lose(code) {
    this.status = code === NO_SUCH_ROOM ? "gone" : "away";
    if (this.status === "away") {
      setTimeout(() => this.connect(), this.pause);
      this.pause = Math.min(2 * this.pause, LONGEST_BREAK);
    }
    this.changed();
  }

  send(message) {
    if (this.socket.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }

  /** Request an action. The view changes only when the server sends the events. */
  act(action) {
    if (this.view === null) return;
    this.why = "";
    this.send({ entry: this.entry, act: guarded(this.view, action) });
  }

  goOnBlind() {
    this.send({ entry: this.entry, blind: true });
  }

  sit(seat, name) {
    this.why = "";
    this.send({ sit: seat, name });
  }

  take(message) {
    this.text = [];
    if (message.token) this.token = message.token;
    if (message.refused) this.refuse(message.refused);
    if (message.people) this.people = message.people;
    if (message.view) this.begin(message);
    if (message.events) this.follow(message);
    if (message.timer !== undefined) this.timer = clockOf(message.timer);
    this.changed();
  }

  begin({ view, entry, seat }) {
    Object.assign(this, { view, entry, seat, status: "here", pause: SHORTEST_BREAK });
  }

  follow({ events, entry, text }) {
    if (this.view === null || entry <= this.entry) return; // a newer view includes it
    if (entry > this.entry + 1) {
      this.view = null;
      this.send({ fresh: true });
      return;
    }
    this.view = evolveAll(this.view, events);
    this.entry = entry;
    this.text = text;
    this.why = "";
  }

  refuse(why) {
    this.why = why;
    if (this.view === null && this.token !== null) {
      this.token = null; // it has no seat in this room
      this.send({ join: null });
    }
  }
}

function clockOf(timer) {
  return timer && { what: timer.what, until: performance.now() + timer.ms };
}
