import { buildContent, fixtureId } from '../fixtures/index.ts';
import type { ClientKey } from '../index.ts';
import { namedMember } from '../named-member.ts';
import type { PandaContent } from '../pandas.ts';
import type { Answers } from './answers.ts';
import { found, member } from './lookup.ts';
import type { MockResolver } from './mock.ts';

/** Posts, reviews and cheers on Pandas. */
export type ContentKey = Extract<ClientKey, `${string} /api/pandas/:id/${'content' | 'own-review'}${string}`>;

let made = 0;

/** What is written on Pandas, and its cheers. */
export function contentResolvers(answers: Answers): { [Key in ContentKey]: MockResolver<Key> } {
  const of = (pandaId: string) => answers.content.filter((one) => one.pandaId === pandaId);
  const shown = ({ pandaId: _id, ...one }: Answers['content'][number]): PandaContent => one;
  const ownReview = (pandaId: string) =>
    of(pandaId).find(({ type, isMine }) => type === 'review' && isMine) ?? null;
  function cheer(pandaId: string, id: string, hasCheered: boolean): PandaContent {
    member(answers);
    const content = found(of(pandaId), id);
    const change = Number(hasCheered) - Number(content.hasCheered);
    const engagementScore = (Number(content.engagementScore) + change).toFixed(1);
    return shown(Object.assign(content, { hasCheered, engagementScore }));
  }
  return {
    'GET /api/pandas/:id/content': ({ params, query }) =>
      of(params.id)
        .filter(({ type }) => query.type === undefined || type === query.type)
        .map(shown),
    'GET /api/pandas/:id/own-review': ({ params }) => {
      const review = ownReview(params.id);
      return { canReview: answers.canReview.has(params.id), review: review && shown(review) };
    },
    'POST /api/pandas/:id/content': ({ params, body: { type, content, tags } }) => {
      const self = member(answers);
      made += 1;
      const before = type === 'review' ? ownReview(params.id) : null;
      const written = {
        ...buildContent({
          id: before?.id ?? fixtureId('new content', made),
          type,
          content,
          author: namedMember({ ...self, username: self.username ?? '' }),
          createdAt: new Date().toISOString(),
          canCheer: false,
          metadata: { tags },
          isMine: true,
        }),
        pandaId: params.id,
      };
      answers.content = [written, ...answers.content.filter((one) => one.id !== written.id)];
      return shown(written);
    },
    'DELETE /api/pandas/:id/content/:cid': ({ params }) => {
      member(answers);
      answers.content = answers.content.filter(({ id }) => id !== params.cid);
    },
    'PUT /api/pandas/:id/content/:cid/cheer': ({ params }) => cheer(params.id, params.cid, true),
    'DELETE /api/pandas/:id/content/:cid/cheer': ({ params }) => cheer(params.id, params.cid, false),
  };
}
