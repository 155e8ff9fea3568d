import { buildCirclePost, fixtureId } from '../fixtures/index.ts';
import type { ClientKey } from '../index.ts';
import type { Answers } from './answers.ts';
import { joinedCircle, membersOf } from './circles.ts';
import { found, member } from './lookup.ts';
import type { MockResolver } from './mock.ts';

type NoticeKey = Extract<ClientKey, `${string} /api/circles/:id/notices${string}`>;

let made = 0;

/** What goes on in a circle. */
export function circlePostResolvers(answers: Answers): { [Key in NoticeKey]: MockResolver<Key> } {
  const of = (id: string) => answers.circleNotices.get(joinedCircle(answers, id).id) ?? [];
  return {
    'GET /api/circles/:id/notices': ({ params }) => of(params.id),
    'POST /api/circles/:id/notices': ({ params, body }) => {
      const { id } = member(answers);
      const before = of(params.id);
      made += 1;
      const author = membersOf(answers, params.id).find((one) => one.id === id)?.user;
      const notice = buildCirclePost({
        id: fixtureId('new notice', made),
        text: body.text,
        mentions: [],
        canDelete: true,
        ...(author ? { author } : {}),
      });
      answers.circleNotices.set(params.id, [notice, ...before]);
      return notice;
    },
    'DELETE /api/circles/:id/notices/:nid': ({ params }) => {
      const notices = answers.circleNotices.get(found(answers.circles, params.id).id) ?? [];
      const { id } = found(
        notices.filter(({ canDelete }) => canDelete),
        params.nid,
      );
      answers.circleNotices.set(
        params.id,
        notices.filter((one) => one.id !== id),
      );
    },
  };
}
