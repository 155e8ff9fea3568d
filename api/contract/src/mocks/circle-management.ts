import { communityNow } from '../fixtures/index.ts';
import type { ClientKey } from '../index.ts';
import type { Answers } from './answers.ts';
import { found } from './lookup.ts';
import type { MockResolver } from './mock.ts';

type KeepingKey = Extract<
  ClientKey,
  `${string} /api/circles/:id/bans${string}` | `${string} /api/circles/:id/members/${string}`
>;

/** Naming, removing and banning members of a circle. */
export function circleKeepingResolvers(answers: Answers): { [Key in KeepingKey]: MockResolver<Key> } {
  return {
    'PATCH /api/circles/:id/members/:uid': ({ params, body }) => {
      found(answers.circleMembers.get(params.id) ?? [], params.uid).role = body.role;
    },
    'DELETE /api/circles/:id/members/:uid': ({ params }) => void takeOut(answers, params.id, params.uid),
    'POST /api/circles/:id/bans': ({ params, body }) => {
      const banned = takeOut(answers, params.id, body.userId);
      if (!banned) return;
      const { id, user } = banned;
      const before = answers.circleBans.get(params.id) ?? [];
      answers.circleBans.set(params.id, [{ id, user, since: communityNow.toISOString() }, ...before]);
    },
    'GET /api/circles/:id/bans': ({ params }) => answers.circleBans.get(params.id) ?? [],
    'DELETE /api/circles/:id/bans/:uid': ({ params }) => {
      const bans = answers.circleBans.get(params.id) ?? [];
      answers.circleBans.set(
        params.id,
        bans.filter(({ id }) => id !== params.uid),
      );
    },
  };
}

/** Who was in the circle and is in it no more. */
function takeOut({ circleMembers, circles }: Answers, circleId: string, userId: string) {
  const members = circleMembers.get(circleId) ?? [];
  const member = members.find(({ id }) => id === userId);
  if (!member) return undefined;
  circleMembers.set(
    circleId,
    members.filter((one) => one !== member),
  );
  found(circles, circleId).memberCount -= 1;
  return member;
}
