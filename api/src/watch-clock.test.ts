import pino from 'pino';
import { expect, it, vi } from 'vitest';
import { hour, second } from './clock.ts';
import { watchClock } from './watch-clock.ts';

it('warns for an hour after a jump, and ignores delays and adjustments', () => {
  vi.useFakeTimers();
  const lines: string[] = [];
  const log = pino({ level: 'info' }, { write: (line) => lines.push(JSON.parse(line).msg) });
  let steady = 0;
  let ahead = Date.parse('2026-11-26T12:00:00Z');
  const watch = watchClock(log, { now: () => steady + ahead, steady: () => steady });
  const pass = (ms: number) => {
    steady += ms;
    vi.advanceTimersByTime(second);
  };
  pass(second);
  pass(30 * second);
  ahead += 2 * second;
  pass(second);
  expect(watch.warnings()).toEqual([]);
  ahead -= 3 * hour;
  pass(second);
  ahead += hour;
  pass(second);
  expect(watch.warnings()).toEqual([
    'The clock jumped back by 10800 s',
    'The clock jumped forward by 3600 s',
  ]);
  expect(lines).toEqual([
    'The clock jumped back by 10800 s, to 2026-11-26T09:00:35.000Z.',
    'The clock jumped forward by 3600 s, to 2026-11-26T10:00:36.000Z.',
  ]);
  pass(hour);
  expect(watch.warnings()).toEqual([]);
  watch.stop();
  vi.useRealTimers();
});
