import { buildCirclePost, fixtureId } from '../fixtures/index.ts';
import type { ClientKey } from '../index.ts';
import type { Answers } from './answers.ts';
import { membersOf } from './circles.ts';
import { member } from './lookup.ts';
import type { MockResolver } from './mock.ts';

type NoticeKey = Extract<ClientKey, `${string} /api/circles/:id/notices${string}`>;

let made = 0;

/** What goes on in a circle. */
export function circlePostResolvers(answers: Answers): { [Key in NoticeKey]: MockResolver<Key> } {
  const of = (id: string) => answers.circleNotices.get(id) ?? [];
  return {
    'GET /api/circles/:id/notices': ({ params }) => of(params.id),
    'POST /api/circles/:id/notices': ({ params, body }) => {
      const { id } = member(answers);
      made += 1;
      const author = membersOf(answers, params.id).find((one) => one.id === id)?.user;
      const notice = buildCirclePost({
        id: fixtureId('new notice', made),
        text: body.text,
        mentions: [],
        canDelete: true,
        ...(author ? { author } : {}),
      });
      answers.circleNotices.set(params.id, [notice, ...of(params.id)]);
      return notice;
    },
    'DELETE /api/circles/:id/notices/:nid': ({ params }) => {
      answers.circleNotices.set(
        params.id,
        of(params.id).filter(({ id }) => id !== params.nid),
      );
    },
  };
}
