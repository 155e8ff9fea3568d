import { openSession } from '../src/testing/crowds.ts';
import { idOf } from './community/shape.ts';
import { percentilesOf } from './percentiles.ts';
import type { Site } from './scale.ts';

const visitors = 60;
/** The maximum 95th percentile of a visitor's wait for the last response, in milliseconds. */
const slowest = 1500;
/** A dashboard's concurrent calls. */
const calls = ['/api/user', '/api/home'];

/** Measures how long members wait who open their dashboards at the same moment; no call may be refused. */
export async function measureCrowd({ observed, url }: Site, rounds: number) {
  const cookies: string[] = [];
  for (let place = 0; place < visitors; place += 1)
    cookies.push(`sid=${await openSession(observed.services, idOf('member', place))}`);
  const times: number[] = [];
  let refused = 0;
  // The first round is a warm-up.
  for (let round = 0; round <= rounds; round += 1) {
    const waited = await Promise.all(cookies.map((cookie) => openDashboard(url, cookie)));
    if (round === 0) continue;
    times.push(...waited.flatMap((time) => time ?? []));
    refused += waited.filter((time) => time === null).length;
  }
  const percentiles = percentilesOf(times);
  const isMet = percentiles.p95 <= slowest && refused === 0;
  const summary = `${visitors} dashboards at once, ${refused} of ${visitors * rounds} refused`;
  console.log(`${summary} (p95 at most ${slowest})`, percentiles, isMet ? '' : 'MISSED');
  return [{ address: calls.join(' '), visitors, refused, ...percentiles, isMet }];
}

/** Milliseconds until the last response; null if one is a refusal. */
async function openDashboard(url: string, cookie: string): Promise<number | null> {
  const startedAt = performance.now();
  const statuses = await Promise.all(
    calls.map(async (call) => {
      const response = await fetch(url + call, { headers: { cookie } });
      await response.arrayBuffer();
      if (response.status !== 200 && response.status !== 503)
        throw new Error(`${call} is answered with ${response.status}.`);
      return response.status;
    }),
  );
  return statuses.includes(503) ? null : performance.now() - startedAt;
}
