import type { ApiClient } from '@frens/contract/client';
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
  const call = async (key: string, { body, keepalive }: FakeOptions) => {
    if (keepalive) kept.push(key);
    calls.push([key.split('/').at(-1) ?? '', body]);
    if (body.versions) visit += 1;
    return { token: visit === 1 ? 'token' : `token ${visit}`, versions: body.versions?.filter(isLive) };
  };
  // True as far as it is used: two calls, each with a body.
  return { visits: createVisitReports({ call: call as unknown as ApiClient['call'] }), calls, kept };
}
interface FakeOptions {
  body: { versions?: string[] };
  keepalive?: boolean;
}
const failure = { remote: 'mf-quiz', version: '2', code: 'REMOTE-104' } as const;

it('tells of all versions of a page together, each once, when the page has settled', async () => {
  const { visits, calls } = reports();
  visits.loaded('mf-quiz@1');
  visits.loaded('mf-panda@1');
  visits.loaded('mf-quiz@1');
  await vi.advanceTimersByTimeAsync(2_000);
  expect(calls).toEqual([]);
  await vi.advanceTimersByTimeAsync(2_000);
  visits.loaded('mf-panda@1');
  await vi.advanceTimersByTimeAsync(5_000);
  expect(calls).toEqual([['visits', { versions: ['mf-quiz@1', 'mf-panda@1'] }]]);
});

it('tells of a failure soon, after its visit, and only once', async () => {
  const { visits, calls } = reports();
  visits.loaded('mf-panda@1');
  visits.failed(failure);
  visits.loaded('mf-quiz@1');
  await vi.advanceTimersByTimeAsync(1_000);
  visits.failed(failure);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(calls).toEqual([
    ['visits', { versions: ['mf-panda@1', 'mf-quiz@2', 'mf-quiz@1'] }],
    ['reports', { token: 'token', version: 'mf-quiz@2', code: 'REMOTE-104' }],
  ]);
});

it('tells once that a version threw, and that it failed, too', async () => {
  const { visits, calls } = reports();
  for (const code of ['REMOTE-106', 'REMOTE-106', 'REMOTE-105', 'REMOTE-104'] as const)
    visits.failed({ ...failure, code });
  await vi.advanceTimersByTimeAsync(1_000);
  expect(calls.flatMap(([, body]) => (body as { code?: string }).code ?? [])).toEqual([
    'REMOTE-106',
    'REMOTE-105',
  ]);
});

it('reports what throws later with the token of its visit, which is not counted again', async () => {
  const { visits, calls } = reports();
  visits.loaded('mf-quiz@2');
  await vi.advanceTimersByTimeAsync(5_000);
  visits.failed(failure);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(calls.map(([name]) => name)).toEqual(['visits', 'reports']);
});

it('reports nothing of a version that went off while the page was open', async () => {
  const { visits, calls } = reports((version) => version !== 'mf-quiz@2');
  visits.failed(failure);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(calls.map(([name]) => name)).toEqual(['visits']);
});

const inp = (version: string) => ({ version, name: 'INP', rating: 'poor' }) as const;

it('tells how fast versions were at once, each with the token of its visit, from a page that is gone', async () => {
  const { visits, calls, kept } = reports();
  for (const version of ['shell@1', 'mf-quiz@1']) visits.loaded(version);
  await vi.advanceTimersByTimeAsync(5_000);
  visits.loaded('mf-panda@1');
  await vi.advanceTimersByTimeAsync(5_000);
  visits.measured(['shell@1', 'mf-panda@1', 'mf-quiz@1', 'mf-quiz@–'].map(inp));
  expect(calls.slice(2)).toEqual([
    ['vitals', { token: 'token', vitals: ['shell@1', 'mf-quiz@1'].map(inp) }],
    ['vitals', { token: 'token 2', vitals: [inp('mf-panda@1')] }],
  ]);
  expect(kept).toEqual(calls.slice(2).map(() => 'POST /api/composition/vitals'));
});

it('tells nothing of a page that was left before its visit was told', () => {
  const { visits, calls } = reports();
  visits.loaded('mf-quiz@1');
  visits.measured([inp('mf-quiz@1')]);
  expect(calls).toEqual([]);
});

it('disturbs nobody when it cannot be told', async () => {
  const { visits, calls } = reports(() => {
    throw new Error('offline');
  });
  visits.failed(failure);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(calls.map(([name]) => name)).toEqual(['visits']);
});

it('tells of no failure on a page that is left at once', async () => {
  const { visits, calls } = reports();
  visits.failed(failure);
  // With the page its timers go.
  await vi.advanceTimersByTimeAsync(900);
  vi.clearAllTimers();
  await vi.advanceTimersByTimeAsync(5_000);
  expect(calls).toEqual([]);
});
