import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { missedBy, soak } from './run-soak.ts';

let folder = '';
afterEach(() => rm(folder, { recursive: true, force: true }));

// Only Linux reports a process's own memory separately.
it.runIf(process.platform === 'linux')(
  'serves members for eight minutes without failures, memory growth or inconsistent data',
  async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'frens-soak-'));
    // Another test file runs in parallel, so `npm run soak` measures response times and shed load instead.
    const report = await soak({ folder, minutes: 7.5, members: 40, perSecond: 5, say: () => {} });
    console.info(report);
    expect(Object.keys(report.failed).filter((how) => !how.endsWith('503 busy'))).toEqual([]);
    expect(report.promotions).toBe(11);
    expect(report.mails).toBeGreaterThan(5);
    expect(
      missedBy({ ...report, slow: {}, failed: {}, memory: { warm: report.memory.warm, end: 0 } }),
    ).toEqual([]);
    // Within minutes the heap still grows to its normal size; a leak per request would exceed that.
    expect(report.memory.end).toBeLessThan(1.25 * report.memory.warm);
  },
  530_000,
);
