import { limits } from '@frens/contract/limits';
import { drawPanda } from '@frens/design-system/panda';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { day } from '../../clock.ts';
import { serverLimits } from '../../limits.ts';
import { quizSubmission } from '../../testing/factories.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

describe('POST /api/vibe-quiz', () => {
  it('creates a Panda, returns the signature and pays the grant once (D37, D39, D42)', async () => {
    const maya = await app.member();
    const result = await maya.call('POST /api/vibe-quiz', { body: quizSubmission() });
    expect(result).toMatchObject({
      success: true,
      signature: { topTrait: 'warmth', tone: 'Warm and caring' },
    });
    expect(result.signature.quirks).toHaveLength(3);
    const user = await maya.call('GET /api/user');
    expect(user).toMatchObject({ pandaId: result.pandaId, bambooBalance: '125.00' });
    const panda = await maya.call('GET /api/pandas/:id', { params: { id: result.pandaId } });
    expect(panda).toMatchObject({
      name: 'Gentle Hearth',
      traits: result.signature.traits,
      frenQuotient: '50.0',
      uniqueBackers: 0,
      totalBambooStaked: '0.00',
      isMine: true,
      owner: { id: maya.id },
    });
  });

  it('updates the traits on a retake, and keeps id, name and grant (D40)', async () => {
    const maya = await app.member();
    const first = await maya.call('POST /api/vibe-quiz', { body: quizSubmission() });
    const bold = {
      1: 'amplify',
      2: 'movement',
      3: 'adventure',
      5: 'mountains',
      6: 'challenge',
      7: 'explosive',
    };
    const again = await maya.call('POST /api/vibe-quiz', {
      body: quizSubmission({ ...bold, 9: 'energetic', 10: 'intense', 11: 'freedom' }),
    });
    expect(again.pandaId).toBe(first.pandaId);
    expect(again.signature.topTrait).toBe('adventure');
    const panda = await maya.call('GET /api/pandas/:id', { params: { id: again.pandaId } });
    expect(panda).toMatchObject({ name: 'Gentle Hearth', aiPersonality: { tone: 'Bold and energetic' } });
    expect((await maya.call('GET /api/wallet')).balance).toBe('125.00');
    const [milestone] = await maya.call('GET /api/pandas/:id/content', { params: { id: again.pandaId } });
    expect(milestone).toMatchObject({ type: 'milestone', content: 'Took the vibe quiz again and grew.' });
  });

  it('draws and names the Panda from the submitted seed, and keeps both on every retake (D42)', async () => {
    const maya = await app.member();
    const [first, other] = ['c0ffee012345678a', 'FEDCBA9876543210'];
    const picture = async (imageUrl: string) => (await app.visitor().send('GET', imageUrl)).text();
    const made = await maya.call('POST /api/vibe-quiz', {
      body: { ...quizSubmission(), pictureSeed: first },
    });
    expect(made.before).toBeNull();
    const { traits } = made.signature;
    expect(await picture(made.imageUrl)).toBe(drawPanda({ id: first, traits, score: 50 }));

    const answers = { 1: 'amplify', 2: 'movement', 3: 'adventure', 6: 'challenge', 7: 'explosive' };
    const again = await maya.call('POST /api/vibe-quiz', {
      body: { ...quizSubmission(answers), pictureSeed: other },
    });
    expect(again.before).toEqual({ topTrait: made.signature.topTrait, traits });
    expect(again.signature.traits).not.toEqual(traits);
    expect(await picture(again.imageUrl)).toBe(
      drawPanda({ id: first, traits: again.signature.traits, score: 50 }),
    );
    const { parts } = await maya.call('GET /api/account/export');
    expect(parts.quiz?.entries.map(({ pictureSeed }) => pictureSeed)).toEqual([first, other]);
    expect(parts.panda?.entries).toMatchObject([{ pictureSeed: first, name: 'Tender Hearth' }]);
  });

  it('generates a seed when none is sent, and draws older Pandas unchanged', async () => {
    const maya = await app.member();
    const { Panda } = app.services.db.models;
    const { pandaId, signature } = await maya.call('POST /api/vibe-quiz', {
      body: { ...quizSubmission(), pictureSeed: undefined },
    });
    const made = await Panda.findById(pandaId).lean();
    expect(made?.pictureSeed).toMatch(/^[0-9a-f]{16}$/);
    await Panda.updateOne({ _id: pandaId }, { $unset: { pictureSeed: '' } });
    const { imageUrl } = await maya.call('POST /api/vibe-quiz', { body: quizSubmission() });
    const picture = await (await app.visitor().send('GET', imageUrl)).text();
    expect(picture).toBe(drawPanda({ id: pandaId, traits: signature.traits, score: 50 }));
  });

  it('answers a retry the same, including the previous result (D52)', async () => {
    const maya = await app.member();
    await maya.call('POST /api/vibe-quiz', { body: quizSubmission() });
    const body = quizSubmission({ 1: 'amplify' });
    const send = () => maya.call('POST /api/vibe-quiz', { body, idempotencyKey: 'attempt-2' });
    const first = await send();
    expect(first.before?.traits).not.toEqual(first.signature.traits);
    expect(await send()).toEqual(first);
  });

  it('accepts the short form, answers in the caller’s language, and never trusts totals', async () => {
    const maya = await app.member();
    const answers = Object.fromEntries(
      (quizSubmission().responses ?? []).map((one) => [one.lab, one.response]),
    );
    const response = await maya.send('POST', '/api/vibe-quiz', {
      body: { answers, totalTime: 999, pictureSeed: quizSubmission().pictureSeed },
      headers: { 'Accept-Language': 'es' },
    });
    expect(response.status).toBe(201);
    expect(await response.json()).toMatchObject({ signature: { tone: 'Cálido y atento' } });
    const [panda] = await app.services.db.models.Panda.find({ ownerId: maya.id }).lean();
    expect(panda?.name).toBe('Hogar Tierno');
    const stored = await app.services.db.models.QuizResult.findOne({ memberId: maya.id }).lean();
    expect(stored?.totalTime).toBe(0);
  });

  it('creates one Panda and pays one grant for two concurrent submissions', async () => {
    const maya = await app.member();
    const answers = await Promise.all(
      [1, 2].map(() => maya.send('POST', '/api/vibe-quiz', { body: quizSubmission() })),
    );
    expect(answers.map((answer) => answer.status)).toEqual([201, 201]);
    expect(await app.services.db.models.Panda.countDocuments({ ownerId: maya.id })).toBe(1);
    expect((await maya.call('GET /api/wallet')).balance).toBe('125.00');
  });

  it('refuses visitors, and names the field of incomplete or unknown answers', async () => {
    await expect(app.visitor().call('POST /api/vibe-quiz', { body: quizSubmission() })).rejects.toMatchObject(
      {
        status: 401,
      },
    );
    const maya = await app.member();
    const { responses = [] } = quizSubmission();
    const send = async (body: unknown) => {
      const response = await maya.send('POST', '/api/vibe-quiz', { body });
      const { fields } = (await response.json()) as { fields?: object };
      return { status: response.status, fields: Object.keys(fields ?? {}) };
    };
    expect(await send({})).toEqual({ status: 400, fields: ['responses'] });
    expect(await send({ responses: responses.slice(1) })).toEqual({ status: 400, fields: ['responses'] });
    const wrong = responses.map((one, index) =>
      index < 2 ? { ...one, response: 'joy', responseTime: -1 } : one,
    );
    expect((await send({ responses: wrong })).fields).toEqual(
      expect.arrayContaining(['responses.0.responseTime', 'responses.1.responseTime']),
    );
    for (const pictureSeed of ['c0ffee', 'c0ffee012345678g', 'c0ffee01234567890', 12, null]) {
      const refused = await send({ ...quizSubmission(), pictureSeed });
      expect(refused).toEqual({ status: 400, fields: ['pictureSeed'] });
    }
    expect((await maya.call('GET /api/user')).pandaId).toBeNull();
  });

  it('allows five a day and stores the newest ten (D40)', async () => {
    const maya = await app.member();
    const submit = () => maya.call('POST /api/vibe-quiz', { body: quizSubmission() });
    for (let round = 0; round < 3; round += 1) {
      for (let count = 0; count < limits.quiz.perDay; count += 1) await submit();
      await expect(submit()).rejects.toMatchObject({ status: 429, retryAfter: day / 1000 });
      app.clock.advance(day);
    }
    expect(await app.services.db.models.QuizResult.countDocuments({ memberId: maya.id })).toBe(
      serverLimits.quizResultsKept,
    );
  });
});
