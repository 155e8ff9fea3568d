/** The phases of loading a remote, in order. */
export type Phase = 'module' | 'texts' | 'screen' | 'mount';

/** A User Timing entry of a phase, also shown in the browser's performance panel. */
export const measureName = (remote: string, phase: Phase) => `${remote} ${phase}`;

/**
 * Records the duration of a phase of a remote until now.
 *
 * @param start when it began, in milliseconds of `performance.now()`
 */
export function measurePhase(remote: string, phase: Phase, start: number): void {
  performance.measure(measureName(remote, phase), { start });
}
