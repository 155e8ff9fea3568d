import type { Logger } from 'pino';
import { hour, second } from './clock.ts';

const lookEveryMs = second;
/** What differs by less is adjusted or late, and no jump. */
const leastMs = 5 * second;
const toldForMs = hour;

/** What is known of the machine's clock. */
export interface ClockWatch {
  /** Sentences about jumps of the last hour. */
  warnings(): string[];
  stop(): void;
}

/** Watches the clock of this machine against one that only goes forward, and writes down when it jumps. What it means is in docs/decisions/0262. */
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
    if (Math.abs(by) < leastMs) return;
    const text = `The clock jumped ${by > 0 ? 'forward' : 'back'} by ${Math.round(Math.abs(by) / second)} s`;
    jumps.push({ text, at: next.steady });
    log.warn(`${text}, to ${new Date(next.now).toISOString()}.`);
  }, lookEveryMs).unref();
  return {
    warnings() {
      jumps = jumps.filter(({ at }) => steady() - at < toldForMs);
      return jumps.map(({ text }) => text);
    },
    stop: () => clearInterval(timer),
  };
}
