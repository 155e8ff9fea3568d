import { expect, it } from 'vitest';
import { serverLimits } from '../limits.ts';
import { findDifferences } from '../scripts/find-differences.ts';
import type { Services } from '../services.ts';
import { Crowds } from './crowds.ts';

interface Site {
  services: Services;
  urls: readonly string[];
}

/** Concurrency tests (D34, D35): no 503 while the database works, and the totals stay consistent. */
export function describeContention(site: () => Site, size: number): void {
  let made: Crowds | undefined;
  const crowds = () => (made ??= new Crowds(site().services, site().urls, size));
  const sound = async () => expect(await findDifferences(site().services)).toEqual([]);

  it(`lets ${size} members stake on one Panda`, async () => {
    expect((await crowds().stakesOnOnePanda()).answers).toEqual({ 201: size });
    await sound();
  });

  it(`gives ${size} members back what they have on one Panda`, async () => {
    const { answers, left } = await crowds().withdrawals();
    expect(answers).toEqual({ 200: size });
    expect(left).toBe(0);
    await sound();
  });

  it('lets the 10 stakes through that the wallet holds', async () => {
    const { answers } = await crowds().stakesOfOneWallet();
    expect(answers).toEqual({ 201: 10, '409 insufficient_bamboo': crowds().stakes - 10 });
    await sound();
  });

  it(`lets ${size} members join one circle`, async () => {
    const { answers, memberCount } = await crowds().joins();
    expect(answers).toEqual({ 200: size });
    expect(memberCount).toBe(size + 1);
    await sound();
  });

  it(`lets ${size / 2} of ${size} members in by a link for so many`, async () => {
    const { answers, memberCount } = await crowds().joinsByLink();
    expect(answers).toEqual({ 200: size / 2, '403 invite_invalid': size / 2 });
    expect(memberCount).toBe(size / 2 + 1);
    await sound();
  });

  it('takes many changes of one profile, field by field, and the last one stays', async () => {
    const { answers, bodies, end: session, last, after } = await crowds().patches();
    // The session's own field, which a profile does not have.
    const { unread: _unread, ...end } = session;
    expect(answers).toEqual({ 200: crowds().changes });
    // Both fields of one change belong together, and the final state is the response of the last change.
    expect(end.occupation.replace('work', 'place')).toBe(end.location);
    expect(bodies).toContainEqual(end);
    expect(end.bio).toMatch(/^bio \d*[02468]$/);
    // Changes sent after the crowd win.
    expect(after).toEqual({ ...session, ...last });
    await sound();
  });

  it(`registers ${size / 2} members from one network`, async () => {
    const { answers, granted } = await crowds().registrations();
    expect(answers).toEqual({ 201: size / 2 });
    expect(granted).toBe(Math.min(size / 2, serverLimits.welcomeGrantsPerNetworkPerDay));
    await sound();
  });

  it(`acts once for ${size / 2} repeats under one key`, async () => {
    const { answers, stakes } = await crowds().repeats();
    expect(stakes).toBe(1);
    const { 201: done = 0, '409 request_running': running = 0, ...others } = answers;
    expect(others).toEqual({});
    expect(done).toBeGreaterThan(0);
    expect(done + running).toBe(size / 2);
    await sound();
  });
}
