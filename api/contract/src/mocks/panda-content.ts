import { buildContent } from '../fixtures/index.ts';
import { namedMember } from '../named-member.ts';
import type { PandaContent } from '../pandas.ts';
import type { Answers } from './answers.ts';
import { findById, newId, refuse, requireMember } from './lookup.ts';
import type { Resolvers } from './mock.ts';

/** Content on Pandas, and cheers. */
export function contentResolvers(answers: Answers) {
  function of(pandaId: string) {
    const { id } = findById(answers.pandas, pandaId);
    return answers.content.filter((one) => one.pandaId === id);
  }
  const shown = ({ pandaId: _id, ...one }: Answers['content'][number]): PandaContent => one;
  const ownReview = (pandaId: string) =>
    of(pandaId).find(({ type, isMine }) => type === 'review' && isMine) ?? null;
  function cheer(pandaId: string, id: string, hasCheered: boolean): PandaContent {
    const content = findById(of(pandaId), id);
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
      const self = requireMember(answers);
      const { isMine } = findById(answers.pandas, params.id);
      if (type === 'post' && !isMine) refuse(403, 'forbidden');
      if (type === 'review' && (isMine || !answers.canReview.has(params.id))) refuse(403, 'backer_required');
      const before = type === 'review' ? ownReview(params.id) : null;
      const written = {
        ...buildContent({
          id: before?.id ?? newId('content'),
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
      const { id } = findById(own, params.cid);
      answers.content = answers.content.filter((one) => one.id !== id);
    },
    'PUT /api/pandas/:id/content/:cid/cheer': ({ params }) => cheer(params.id, params.cid, true),
    'DELETE /api/pandas/:id/content/:cid/cheer': ({ params }) => cheer(params.id, params.cid, false),
  } satisfies Partial<Resolvers>;
}
