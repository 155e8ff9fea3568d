/** The web vitals of one version while it is shown, until its tab is hidden. */
export interface Stretch {
  /** Somebody clicked, tapped or pressed a key. */
  interacted(): void;
  /** An event took this long until the next paint; an interaction may have several events. */
  answered(interaction: number, milliseconds: number): void;
  /** A layout shift without input. */
  shifted(score: number, at: number): void;
  /** INP, in milliseconds; null without interactions. */
  interactionToNextPaint(): number | null;
  /** CLS: the worst session window of layout shifts. */
  layoutShift(): number;
}

/** One outlier is ignored per fifty interactions. */
const forgiven = 50;
/** Session windows: shifts at most a second apart, for at most five seconds. In milliseconds. */
const [mostPause, mostSession] = [1_000, 5_000];

/** Begins a stretch. The metrics follow web.dev/inp and web.dev/cls. */
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
      // Interactions that the browser does not report were fast.
      return [...slow.values()].sort((a, b) => b - a)[Math.floor(count / forgiven)] ?? 0;
    },
    layoutShift: () => worst,
  };
}
