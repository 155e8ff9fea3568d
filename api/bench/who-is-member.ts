import { registration } from '../src/testing/factories.ts';
import { startTestApp, type TestApp } from '../src/testing/test-app.ts';

// `npm run bench:strangers`: whether the time of an answer tells who has an account (D8, D9, D13). Members and strangers ask
// in turn; the ratio of their medians stands beside that of two groups of strangers, which is what chance makes of it.

const rounds = 80;
const app = await startTestApp({ checkAnswers: false, limitFactor: 1000 });
try {
  const members = await addressesOfMembers(app);
  const calls: [string, (email: string) => object][] = [
    ['/api/auth/magic-link', (email) => ({ email })],
    ['/api/auth/password/forgot', (email) => ({ email })],
    ['/api/login', (email) => ({ username: email, password: 'not this one' })],
  ];
  for (const [path, bodyOf] of calls) {
    const times: [number[], number[], number[]] = [[], [], []];
    for (const [round, member] of members.entries()) {
      const asked = [member, `one.${round}@nobody.example`, `two.${round}@nobody.example`];
      // Each group is first as often as the others.
      for (let turn = 0; turn < asked.length; turn += 1) {
        const group = (round + turn) % asked.length;
        times[group]?.push(await timed(path, bodyOf(asked[group] ?? '')));
      }
    }
    const [ofMembers, ofStrangers, ofOthers] = times.map(median);
    console.log(
      `${path}: members to strangers ${ratio(ofMembers, ofStrangers)}, strangers to strangers ${ratio(ofOthers, ofStrangers)}`,
    );
  }
} finally {
  await app.close();
}

async function addressesOfMembers({ visitor }: TestApp): Promise<string[]> {
  const addresses: string[] = [];
  for (let count = 0; count < rounds; count += 1) {
    const body = registration();
    await visitor().call('POST /api/register', { body });
    addresses.push(body.email);
  }
  return addresses;
}

/** Milliseconds until the answer of a call has come. */
async function timed(path: string, body: object): Promise<number> {
  const startedAt = performance.now();
  const response = await app.visitor().send('POST', path, { body });
  await response.arrayBuffer();
  return performance.now() - startedAt;
}

function median(times: number[]): number {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0;
}

function ratio(one = 0, other = 1): string {
  return (one / other).toFixed(2);
}
