/** What has to be done before a remote is on show, in the order in which it begins. */
export type Phase = 'module' | 'texts' | 'screen' | 'mount';

/** What the browser keeps of a phase, also in its own performance panel. */
export const measureName = (remote: string, phase: Phase) => `${remote} ${phase}`;

/**
 * Keeps how long a phase of a remote has taken until now.
 *
 * @param start when it began, in milliseconds of `performance.now()`
 */
export function measurePhase(remote: string, phase: Phase, start: number): void {
  performance.measure(measureName(remote, phase), { start });
}
