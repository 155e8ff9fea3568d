import { registration } from '../src/testing/factories.ts';
import { startTestApp, type TestApp, type TestMember } from '../src/testing/test-app.ts';

// `npm run bench:strangers`: whether response times reveal who has an account (D8, D9, D13, D14). Compares the ratio of medians between
// members and strangers with that between two groups of strangers, which shows the noise.

const rounds = 80;
const app = await startTestApp({ checkAnswers: false, limitFactor: 1000 });
try {
  const members = await addressesOfMembers(app);
  const [unconfirmed, confirmed] = [await app.member(), await app.member()];
  await app.confirm(confirmed);
  const post = (path: string, body: object) => app.visitor().send('POST', path, { body });
  const change = (member: TestMember, email: string) =>
    member.send('PATCH', `/api/users/${member.id}`, { body: { email } });
  const calls: [string, (email: string) => Promise<Response>][] = [
    ['magic link', (email) => post('/api/auth/magic-link', { email })],
    ['forgotten password', (email) => post('/api/auth/password/forgot', { email })],
    ['sign-in', (email) => post('/api/login', { username: email, password: 'not this one' })],
    ['new address, the old one unconfirmed', (email) => change(unconfirmed, email)],
    ['new address, the old one confirmed', (email) => change(confirmed, email)],
  ];
  for (const [name, ask] of calls) {
    const times: [number[], number[], number[]] = [[], [], []];
    for (const [round, member] of members.entries()) {
      const asked = [member, `one.${round}@nobody.example`, `two.${round}@nobody.example`];
      // Rotates the order of the groups.
      for (let turn = 0; turn < asked.length; turn += 1) {
        const group = (round + turn) % asked.length;
        times[group]?.push(await timed(ask, asked[group] ?? ''));
      }
    }
    const [ofMembers, ofStrangers, ofOthers] = times.map(median);
    console.log(
      `${name}: members to strangers ${ratio(ofMembers, ofStrangers)}, strangers to strangers ${ratio(ofOthers, ofStrangers)}`,
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

/** Milliseconds until a call's response. */
async function timed(ask: (email: string) => Promise<Response>, email: string): Promise<number> {
  const startedAt = performance.now();
  const response = await ask(email);
  await response.arrayBuffer();
  if (response.status === 429) throw new Error('What is limited is not timed.');
  return performance.now() - startedAt;
}

function median(times: number[]): number {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0;
}

function ratio(one = 0, other = 1): string {
  return (one / other).toFixed(2);
}
