import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createVisitReports } from './visit-reports.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** @param isLive what the server says of a version that it is told of */
function reports(isLive: (version: string) => boolean = () => true) {
  const calls: [key: string, body: unknown][] = [];
  let visit = 0;
  /** Calls that go on when their page is left. */
  const kept: string[] = [];
  const visits = createVisitReports({
    async visits(body, keepalive) {
      if (keepalive) kept.push('visits');
      calls.push(['visits', body]);
      visit += 1;
      return { token: visit === 1 ? 'token' : `token ${visit}`, versions: body.versions.filter(isLive) };
    },
    async reports(body) {
      calls.push(['reports', body]);
    },
  });
  return { visits, calls, kept };
}
const inp = (version: string) => ({ version, name: 'INP', rating: 'poor' }) as const;
const failure = { remote: 'mf-quiz', version: '2', code: 'REMOTE-104' } as const;

it('reports all versions of a visit at its end, each once, with web vitals', async () => {
  const { visits, calls, kept } = reports();
  visits.loaded('mf-quiz@1');
  visits.loaded('mf-panda@1');
  visits.loaded('mf-quiz@1');
  await vi.advanceTimersByTimeAsync(30_000);
  expect(calls).toEqual([]);
  visits.measured(['mf-quiz@1', 'mf-quiz@–'].map(inp));
  await vi.advanceTimersByTimeAsync(100_000);
  expect(calls).toEqual([['visits', { versions: ['mf-quiz@1', 'mf-panda@1'], vitals: [inp('mf-quiz@1')] }]]);
  expect(kept).toEqual(['visits']);
});

it('reports a long visit after a minute, and later web vitals with its token', async () => {
  const { visits, calls } = reports();
  visits.loaded('mf-quiz@1');
  await vi.advanceTimersByTimeAsync(50_000);
  visits.loaded('mf-panda@1');
  await vi.advanceTimersByTimeAsync(10_000);
  visits.measured([]);
  visits.measured([inp('mf-quiz@1')]);
  expect(calls).toEqual([
    ['visits', { versions: ['mf-quiz@1', 'mf-panda@1'], vitals: [] }],
    ['visits', { versions: [], token: 'token', vitals: [inp('mf-quiz@1')] }],
  ]);
});

it('reports a failure soon after its visit, once', async () => {
  const { visits, calls } = reports();
  visits.loaded('mf-panda@1');
  visits.failed(failure);
  visits.loaded('mf-quiz@1');
  await vi.advanceTimersByTimeAsync(1_000);
  visits.failed(failure);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(calls).toEqual([
    ['visits', { versions: ['mf-panda@1', 'mf-quiz@2', 'mf-quiz@1'], vitals: [] }],
    ['reports', { token: 'token', version: 'mf-quiz@2', code: 'REMOTE-104' }],
  ]);
});

it('reports once that a version threw, and once that it failed', async () => {
  const { visits, calls } = reports();
  for (const code of ['REMOTE-106', 'REMOTE-106', 'REMOTE-105', 'REMOTE-104'] as const)
    visits.failed({ ...failure, code });
  await vi.advanceTimersByTimeAsync(1_000);
  expect(calls.flatMap(([, body]) => (body as { code?: string }).code ?? [])).toEqual([
    'REMOTE-106',
    'REMOTE-105',
  ]);
});

it('reports later errors with the token of the visit', async () => {
  const { visits, calls } = reports();
  visits.loaded('mf-quiz@2');
  await vi.advanceTimersByTimeAsync(60_000);
  visits.failed(failure);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(calls.map(([name]) => name)).toEqual(['visits', 'reports']);
});

it('reports nothing about a version that is no longer live', async () => {
  const { visits, calls } = reports((version) => version !== 'mf-quiz@2');
  visits.failed(failure);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(calls.map(([name]) => name)).toEqual(['visits']);
});

it('reports a failure of a page that was hidden before', async () => {
  const { visits, calls } = reports();
  visits.failed(failure);
  visits.measured([]);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(calls.map(([name]) => name)).toEqual(['visits', 'reports']);
});

it('ignores failed reports', async () => {
  const { visits, calls } = reports(() => {
    throw new Error('offline');
  });
  visits.failed(failure);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(calls.map(([name]) => name)).toEqual(['visits']);
});

it('reports no failure on a page that is left at once', async () => {
  const { visits, calls } = reports();
  visits.failed(failure);
  // With the page its timers go.
  await vi.advanceTimersByTimeAsync(900);
  vi.clearAllTimers();
  await vi.advanceTimersByTimeAsync(5_000);
  expect(calls).toEqual([]);
});
