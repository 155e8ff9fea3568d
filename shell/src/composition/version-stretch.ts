/** What happens while a version is on show, until its tab is hidden. */
export interface Stretch {
  /** Somebody clicked, tapped or pressed a key. */
  interacted(): void;
  /** One of its events took so long until the page showed something; several events are one interaction. */
  answered(interaction: number, milliseconds: number): void;
  /** Something moved by itself. */
  shifted(score: number, at: number): void;
  /** How late it answers, in milliseconds; null where nobody asked it anything. */
  interactionToNextPaint(): number | null;
  /** How much of it moved in its worst moment. */
  layoutShift(): number;
}

/** For each fifty interactions the slowest one does not count. */
const forgiven = 50;
/** Shifts that follow within a second belong together, for at most five. */
const [mostPause, mostSession] = [1_000, 5_000];

/** Begins a stretch. Its figures are made as web.dev/inp and web.dev/cls say. */
export function beginStretch(): Stretch {
  let interactions = 0;
  const slow = new Map<number, number>();
  let [worst, session, begun, last] = [0, 0, 0, 0];
  return {
    interacted() {
      interactions += 1;
    },
    answered(interaction, milliseconds) {
      slow.set(interaction, Math.max(slow.get(interaction) ?? 0, milliseconds));
    },
    shifted(score, at) {
      if (at - last > mostPause || at - begun > mostSession) [session, begun] = [0, at];
      last = at;
      session += score;
      worst = Math.max(worst, session);
    },
    interactionToNextPaint() {
      const count = Math.max(interactions, slow.size);
      if (count === 0) return null;
      // What the browser does not tell of was fast.
      return [...slow.values()].sort((a, b) => b - a)[Math.floor(count / forgiven)] ?? 0;
    },
    layoutShift: () => worst,
  };
}
