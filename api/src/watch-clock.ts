import type { Logger } from 'pino';
import { hour, second } from './clock.ts';

const checkEveryMs = second;
/** A smaller difference is clock adjustment or a late timer, not a jump. */
const leastJumpMs = 5 * second;
const reportedForMs = hour;

/** Monitors the machine's clock. */
export interface ClockWatch {
  /** Sentences about jumps of the last hour. */
  warnings(): string[];
  stop(): void;
}

/** Compares this machine's clock with a monotonic one, and logs jumps. docs/decisions/0262 says what a jump means. */
export function watchClock(
  log: Logger,
  { now = () => Date.now(), steady = () => performance.now() } = {},
): ClockWatch {
  let last = { now: now(), steady: steady() };
  let jumps: Array<{ text: string; at: number }> = [];
  const timer = setInterval(() => {
    const next = { now: now(), steady: steady() };
    const by = next.now - last.now - (next.steady - last.steady);
    last = next;
    if (Math.abs(by) < leastJumpMs) return;
    const text = `The clock jumped ${by > 0 ? 'forward' : 'back'} by ${Math.round(Math.abs(by) / second)} s`;
    jumps.push({ text, at: next.steady });
    log.warn(`${text}, to ${new Date(next.now).toISOString()}.`);
  }, checkEveryMs).unref();
  return {
    warnings() {
      jumps = jumps.filter(({ at }) => steady() - at < reportedForMs);
      return jumps.map(({ text }) => text);
    },
    stop: () => clearInterval(timer),
  };
}
