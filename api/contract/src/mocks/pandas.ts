import {
  drawingName,
  drawNamed,
  drawNeutralPanda,
  drawPanda,
  type PandaDrawing,
  type TraitValues,
} from '@frens/design-system/panda';
import { type HttpHandler, HttpResponse, http } from 'msw';
import { buildHistory, buildPanda } from '../fixtures/index.ts';
import type { ParsedQuery } from '../index.ts';
import { limits } from '../limits.ts';
import { messagesIn, messageText } from '../messages.ts';
import { readSignature, type Traits, topTraitOf } from '../panda-scoring.ts';
import { newPandaName, personalityOf } from '../panda-texts.ts';
import type { Panda } from '../pandas.ts';
import { drawingPath, neutralPanda } from '../picture-files.ts';
import { newPictureSeed } from '../picture-seed.ts';
import { answersOf } from '../quiz.ts';
import { firstQuotient } from '../quotient.ts';
import { textsContain } from '../search-text.ts';
import type { Answers } from './answers.ts';
import { findById, newId, refuse, requireMember } from './lookup.ts';
import { MockFailure, type Resolvers, refusal, requestLanguage } from './mock.ts';

/** Pandas and the quiz. */
export function pandaResolvers(answers: Answers) {
  return {
    'GET /api/pandas': ({ query }) => filterPandas(answers.pandas, query),
    'GET /api/pandas/:id': ({ params }) => findById(answers.pandas, params.id),
    'PATCH /api/pandas/:id': ({ params, body, language }) => {
      const panda = findById(answers.pandas, params.id);
      if (!panda.isMine) refuse(403, 'forbidden');
      if (panda.name === body.name) return panda;
      const { renamableFrom } = panda;
      if (renamableFrom) {
        const name = messageText(language, 'validation.renamedRecently', { days: limits.pandaName.days });
        refuse(409, 'renamed_recently', { fields: { name }, details: { renamableFrom } });
      }
      const days = limits.pandaName.days * 24 * 60 * 60 * 1000;
      return Object.assign(panda, {
        name: body.name,
        renamableFrom: new Date(Date.now() + days).toISOString(),
      });
    },
    'GET /api/pandas/:id/history': ({ params }) => buildHistory(findById(answers.pandas, params.id)),
    'GET /api/pandas/:id/stakes': ({ params }) => {
      const { id } = findById(answers.pandas, params.id);
      return answers.stakes.filter((one) => one.pandaId === id);
    },
    'POST /api/vibe-quiz': ({ body, language }) => {
      const user = requireMember(answers);
      const signature = readSignature(answersOf(body));
      const known = answers.pandas.find((one) => one.id === user.pandaId);
      // Safe: every Panda of the fixtures has all five traits.
      const traits = known?.traits as Traits | undefined;
      const text = messagesIn(language);
      const personality = personalityOf(signature, text);
      const panda = known ?? buildNewPanda();
      Object.assign(panda, { traits: signature.traits, aiPersonality: personality });
      if (!known) {
        const pictureSeed = body.pictureSeed ?? newPictureSeed();
        panda.name = newPandaName(signature, pictureSeed, text);
        answers.pandas.unshift(panda);
        answers.pictureSeeds.set(panda.id, pictureSeed);
      }
      panda.imageUrl = drawingPath(drawingName(inputsOf(answers, panda)));
      Object.assign(user, { pandaId: panda.id, pandaImage: panda.imageUrl });
      return {
        success: true,
        message: messageText(language, known ? 'quiz.savedAgain' : 'quiz.saved'),
        pandaId: panda.id,
        imageUrl: panda.imageUrl,
        signature: { topTrait: signature.topTrait, traits: signature.traits, ...personality },
        before: traits ? { topTrait: topTraitOf(traits), traits } : null,
      };
    },
  } satisfies Partial<Resolvers>;
}

/** Filters by search and kind, and sorts (D65). */
function filterPandas(
  pandas: readonly Panda[],
  { q = '', kind, sort }: ParsedQuery<'GET /api/pandas'>,
): Panda[] {
  const fitting = pandas.filter(
    // Safe: every Panda of the fixtures has all five traits.
    ({ name, traits }) => textsContain([name], q) && (!kind || topTraitOf(traits as Traits) === kind),
  );
  if (sort === 'newest') return fitting;
  // The fixtures have no recent events: the Panda with the most backers counts as rising most.
  const figureOf = (one: Panda) => (sort === 'fq' ? Number(one.frenQuotient) : one.uniqueBackers);
  return fitting.sort((one, other) => figureOf(other) - figureOf(one));
}

function buildNewPanda(): Panda {
  return buildPanda({
    id: newId('panda'),
    isMine: true,
    totalBambooStaked: '0.00',
    uniqueBackers: 0,
    frenQuotient: firstQuotient.total,
    frenQuotientParts: firstQuotient.parts,
  });
}

function inputsOf({ pictureSeeds }: Answers, { id, traits, frenQuotient }: Panda): PandaDrawing {
  // Safe: every Panda of the fixtures has all five traits.
  return { id: pictureSeeds.get(id) ?? id, traits: traits as TraitValues, score: Number(frenQuotient) };
}

/** Draws with the server's function, by the name of a drawing or the id of a Panda. */
export function drawings(answers: Answers): HttpHandler[] {
  const ofPanda = (id: string) => {
    const panda = answers.pandas.find((one) => one.id === id);
    return panda ? drawPanda(inputsOf(answers, panda)) : null;
  };
  return Object.entries({ drawings: drawNamed, pandas: ofPanda }).map(([folder, draw]) =>
    http.get(`*/media/${folder}/:file`, ({ request, params }) => {
      const name = String(params.file).replace(/\.svg$/, '');
      const svg = name === neutralPanda ? drawNeutralPanda() : draw(name);
      return svg === null
        ? refusal(new MockFailure(404, 'not_found'), requestLanguage(request))
        : new HttpResponse(svg, { headers: { 'Content-Type': 'image/svg+xml' } });
    }),
  );
}
