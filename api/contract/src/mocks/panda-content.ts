import { buildContent, fixtureId } from '../fixtures/index.ts';
import type { ClientKey } from '../index.ts';
import { namedMember } from '../named-member.ts';
import type { PandaContent } from '../pandas.ts';
import type { Answers } from './answers.ts';
import { found, member, refuse } from './lookup.ts';
import type { MockResolver } from './mock.ts';

/** Posts, reviews and cheers on Pandas. */
export type ContentKey = Extract<ClientKey, `${string} /api/pandas/:id/${'content' | 'own-review'}${string}`>;

let made = 0;

/** What is written on Pandas, and its cheers. */
export function contentResolvers(answers: Answers): { [Key in ContentKey]: MockResolver<Key> } {
  function of(pandaId: string) {
    const { id } = found(answers.pandas, pandaId);
    return answers.content.filter((one) => one.pandaId === id);
  }
  const shown = ({ pandaId: _id, ...one }: Answers['content'][number]): PandaContent => one;
  const ownReview = (pandaId: string) =>
    of(pandaId).find(({ type, isMine }) => type === 'review' && isMine) ?? null;
  function cheer(pandaId: string, id: string, hasCheered: boolean): PandaContent {
    const content = found(of(pandaId), id);
    if (hasCheered && !content.canCheer) refuse(403, 'forbidden');
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
      const { isMine } = found(answers.pandas, params.id);
      if (type === 'post' && !isMine) refuse(403, 'forbidden');
      if (type === 'review' && (isMine || !answers.canReview.has(params.id))) refuse(403, 'backer_required');
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
      const own = of(params.id).filter(({ isMine }) => isMine);
      const { id } = found(own, params.cid);
      answers.content = answers.content.filter((one) => one.id !== id);
    },
    'PUT /api/pandas/:id/content/:cid/cheer': ({ params }) => cheer(params.id, params.cid, true),
    'DELETE /api/pandas/:id/content/:cid/cheer': ({ params }) => cheer(params.id, params.cid, false),
  };
}
