import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { quizSubmission } from '../../testing/factories.ts';
import { startTestApp, type TestApp, type TestMember } from '../../testing/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

type Tie = 'friend' | 'asked by them' | 'asking them' | 'common circle' | 'none';

/** A member with a Panda who backed another Panda, and a viewer with the given tie to them. */
async function relatedBy(tie: Tie) {
  const [maya, viewer, backed] = await Promise.all([app.member(), app.member(), app.member()]);
  const { pandaId } = await maya.call('POST /api/vibe-quiz', { body: quizSubmission() });
  const other = await backed.call('POST /api/vibe-quiz', { body: quizSubmission() });
  await maya.call('POST /api/stake-bamboo', { body: { pandaId: other.pandaId, amount: '3' } });
  if (tie === 'friend') await app.befriend(maya, viewer);
  if (tie === 'asked by them') await maya.call('POST /api/connections', { body: { friendId: viewer.id } });
  if (tie === 'asking them') await viewer.call('POST /api/connections', { body: { friendId: maya.id } });
  if (tie === 'common circle') {
    const { id } = await maya.call('POST /api/circles', { body: { name: 'Common ground' } });
    await viewer.call('POST /api/circles/:id/join', { params: { id }, body: {} });
  }
  return { maya, viewer, pandaId, backedPandaId: other.pandaId };
}

/** The names that one viewer sees: the Panda's owner, on its page and in the list, and the staker. */
async function namesTold(viewer: TestMember, pandaId: string, backedPandaId: string) {
  const one = await viewer.call('GET /api/pandas/:id', { params: { id: pandaId } });
  const listed = (await viewer.call('GET /api/pandas')).find((panda) => panda.id === pandaId);
  const [stake] = await viewer.call('GET /api/pandas/:id/stakes', { params: { id: backedPandaId } });
  return { owner: one.owner?.id ?? null, listedOwner: listed?.owner?.id ?? null, staker: stake?.stakerId };
}

const sixLetters = expect.stringMatching(/^[a-z]{6}$/);

describe('names of a Panda’s owner and backers (D16)', () => {
  it.each([
    ['public', 'none', true],
    ['friends', 'friend', true],
    ['friends', 'asked by them', false],
    ['friends', 'asking them', false],
    ['friends', 'common circle', false],
    ['friends', 'none', false],
  ] as const)('of a %s member, tied to the viewer by %s: %s', async (profileVisibility, tie, isTold) => {
    const { maya, viewer, pandaId, backedPandaId } = await relatedBy(tie);
    await maya.call('PATCH /api/privacy-settings', { body: { profileVisibility } });
    const [owner, staker] = isTold ? [maya.id, maya.id] : [null, sixLetters];
    expect(await namesTold(viewer, pandaId, backedPandaId)).toEqual({ owner, listedOwner: owner, staker });
    const own = { owner: maya.id, listedOwner: maya.id, staker: maya.id };
    expect(await namesTold(maya, pandaId, backedPandaId)).toEqual(own);
  });

  it.each(['friend', 'none'] as const)('of a private one, tied to the viewer by %s: nobody', async (tie) => {
    const { maya, viewer, backedPandaId } = await relatedBy(tie);
    await maya.call('PATCH /api/privacy-settings', { body: { profileVisibility: 'private' } });
    const [stake] = await viewer.call('GET /api/pandas/:id/stakes', { params: { id: backedPandaId } });
    expect(stake?.stakerId).toEqual(sixLetters);
  });
});
