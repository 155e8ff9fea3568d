import { completeLanguages } from '@frens/contract/languages';
import { messagesIn } from '@frens/contract/messages';
import { type TraitName, topTraitOf, traitNames } from '@frens/contract/panda-scoring';
import { firstWordPlaces, newPandaName, pandaNameFor } from '@frens/contract/panda-texts';
import { textsContain } from '@frens/contract/search-text';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { minute } from '../../clock.ts';
import { quizSubmission } from '../../testing/factories.ts';
import { startTestApp, type TestApp, type TestMember } from '../../testing/test-app.ts';
import {
  generatedNameOf,
  pandaNameIn,
  termsOfGeneratedName,
  termsOfMatchingNames,
} from './panda-name.policy.ts';

const noTraits = { warmth: 0, service: 0, creativity: 0, wisdom: 0, adventure: 0 };
const names = completeLanguages.flatMap((language) =>
  traitNames.flatMap((topTrait) =>
    firstWordPlaces(topTrait).flatMap((firstWord) =>
      ['nature', 'ocean', 'mountains', 'community'].map((place) => ({
        language,
        firstWord,
        name: pandaNameFor({ topTrait, place }, firstWord, messagesIn(language)),
      })),
    ),
  ),
);

describe('a generated name (D42, D65)', () => {
  it('is translated into every language, until its owner renames the Panda', () => {
    expect(pandaNameIn({ name: 'Gentle Forest' }, 'es')).toBe('Bosque Tierno');
    expect(pandaNameIn({ name: 'Bosque Tierno' }, 'en')).toBe('Gentle Forest');
    expect(pandaNameIn({ name: 'Momo' }, 'es')).toBe('Momo');
    expect(pandaNameIn({ name: 'Gentle Forest', renamedAt: new Date() }, 'es')).toBe('Gentle Forest');
  });

  it('is one of a hundred, and includes those of older Pandas', () => {
    const made = (topTrait: TraitName, seed: string) =>
      completeLanguages.map((language) =>
        newPandaName({ topTrait, place: 'nature' }, seed, messagesIn(language)),
      );
    const seeds = Array.from({ length: 10 }, (_, seed) => seed.toString(16).padStart(16, '0'));
    const firstOf = (topTrait: TraitName) => new Set(seeds.flatMap((seed) => made(topTrait, seed)));
    expect(traitNames.map((topTrait) => firstOf(topTrait).size)).toEqual([10, 10, 10, 10, 10]);
    // "Estrellado" also means "crashed": new Pandas never get it, existing ones keep it.
    expect(made('creativity', '0000000000000004')).toEqual(['Starlit Forest', 'Bosque Estelar']);
    expect(pandaNameIn({ name: 'Starry Forest' }, 'es')).toBe('Bosque Estrellado');
    expect(new Set(names.map(({ name }) => name)).size).toBe(208);
    const before = names.filter(({ language, firstWord }) => language === 'en' && firstWord === 0);
    expect(before.map(({ name }) => name.split(' ')[0])).toEqual(
      ['Gentle', 'Kind', 'Dreaming', 'Quiet', 'Bold'].flatMap((word) => [word, word, word, word]),
    );
    const found = termsOfMatchingNames('gentle', 'en');
    expect(found).toEqual(['made:first:warmth']);
    expect(termsOfMatchingNames('cozy', 'en')).toEqual(['made:first:warmth.4']);
  });

  it.runIf(process.env.LONG)('is found by few terms, exactly where it contains the searched text', () => {
    for (const language of completeLanguages) {
      const own = names.filter((one) => one.language === language);
      const parts = own.flatMap(({ name }) =>
        [...name].flatMap((_, start) => [1, 2, 4, 9].map((length) => name.slice(start, start + length))),
      );
      for (const q of new Set(parts)) {
        const terms = termsOfMatchingNames(q, language);
        expect(terms.length, q).toBeLessThanOrEqual(20);
        for (const { name } of own) {
          const made = generatedNameOf({ name });
          const isFound = made !== null && termsOfGeneratedName(made).some((term) => terms.includes(term));
          expect(isFound, `${q} in ${name}`).toBe(textsContain([name], q));
        }
      }
    }
  });
});

describe('Pandas with generated names', () => {
  let app: TestApp;
  let maya: TestMember;
  const ids: string[] = [];
  /** Answers to lab 5 for the places forest, sea and forest. */
  const places = ['nature', 'ocean', 'nature'];

  beforeAll(async () => {
    app = await startTestApp();
    for (const place of places) {
      const member = await app.member();
      maya = member;
      const { pandaId } = await member.call('POST /api/vibe-quiz', { body: quizSubmission({ 5: place }) });
      ids.push(pandaId);
      app.clock.advance(minute);
    }
  });
  afterAll(() => app.close());

  const read = async (path: string, language: string, who = maya): Promise<unknown> => {
    const response = await who.send('GET', path, { headers: { 'Accept-Language': language } });
    return response.json();
  };
  const find = async (language: string, query: string) => {
    // Safe: the tests' answers are checked against the contract.
    const found = (await read(`/api/pandas?${query}`, language)) as Array<{ id: string; name: string }>;
    return found.map(({ id }) => id);
  };

  it('are found by the name in the caller’s language, in each order', async () => {
    const [first, sea, last] = ids;
    for (const order of ['sort=newest', 'sort=fq', 'sort=backers']) {
      expect(await find('en', `${order}&q=FOREST`)).toEqual([last, first]);
      expect(await find('es', `${order}&q=bosque`)).toEqual([last, first]);
      expect(await find('es', `${order}&q=forest`)).toEqual([]);
      expect(await find('en', `${order}&q=bosque`)).toEqual([]);
      expect(await find('es', `${order}&q=o`)).toEqual([last, sea, first]);
      expect(await find('en', `${order}&q=e&limit=2`)).toEqual([last, sea]);
    }
    const { traits } = await maya.call('GET /api/pandas/:id', { params: { id: sea ?? '' } });
    const kind = topTraitOf({ ...noTraits, ...traits });
    expect(await find('en', `kind=${kind}&q=tide`)).toEqual([sea]);
    const other = traitNames.find((trait) => trait !== kind);
    expect(await find('en', `kind=${other}&q=tide`)).toEqual([]);
  });

  it('have the name in the reader’s language everywhere', async () => {
    const [id = ''] = ids;
    const nameIn = { en: 'Gentle Forest', es: 'Bosque Tierno' };
    await maya.call('POST /api/stake-bamboo', { body: { pandaId: id, amount: '1' } });
    const gate = { name: 'Gate', circleType: 'stake_gated', gatePandaId: id } as const;
    const circle = await maya.call('POST /api/circles', { body: gate });
    for (const [language, name] of Object.entries(nameIn)) {
      expect(await read(`/api/pandas/${id}`, language)).toMatchObject({ name });
      expect(await read('/api/stakes', language)).toMatchObject([{ panda: { name } }]);
      const [staked] = (await read('/api/wallet/ledger', language)) as unknown[];
      expect(staked).toMatchObject({ kind: 'stake', panda: { name } });
      expect(await read(`/api/circles/${circle.id}`, language)).toMatchObject({ gatePanda: { name } });
    }
  });

  it('keep a name given by the owner in every language, even a generated one', async () => {
    const id = ids.at(-1) ?? '';
    const rename = (name: string, language: string) =>
      maya.send('PATCH', `/api/pandas/${id}`, { body: { name }, headers: { 'Accept-Language': language } });
    // Submitting the name in the owner's language changes nothing.
    expect(await (await rename('Bosque Tierno', 'es')).json()).toMatchObject({ renamableFrom: null });
    expect(await (await rename('Gentle Forest', 'es')).json()).toMatchObject({ name: 'Gentle Forest' });
    expect(await read(`/api/pandas/${id}`, 'es')).toMatchObject({ name: 'Gentle Forest' });
    expect(await find('es', 'q=gentle')).toEqual([id]);
    expect(await find('es', 'q=bosque')).toEqual([ids[0]]);
  });
});
