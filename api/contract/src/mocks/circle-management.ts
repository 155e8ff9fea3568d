import { communityNow } from '../fixtures/index.ts';
import type { ClientKey } from '../index.ts';
import type { Answers } from './answers.ts';
import { keptCircle, ownCircle } from './circles.ts';
import { found, member, refuse } from './lookup.ts';
import type { MockResolver } from './mock.ts';
import { shownUsers } from './people.ts';

type KeepingKey = Extract<
  ClientKey,
  `${string} /api/circles/:id/bans${string}` | `${string} /api/circles/:id/members/${string}`
>;

/** Naming, removing and banning members of a circle. */
export function circleKeepingResolvers(answers: Answers): { [Key in KeepingKey]: MockResolver<Key> } {
  return {
    'PATCH /api/circles/:id/members/:uid': ({ params, body }) => {
      if (ownCircle(answers, params.id) && params.uid === member(answers).id) refuse(403, 'forbidden');
      found(answers.circleMembers.get(params.id) ?? [], params.uid).role = body.role;
    },
    'DELETE /api/circles/:id/members/:uid': ({ params }) => void takeOut(answers, params.id, params.uid),
    'POST /api/circles/:id/bans': ({ params, body }) => {
      const banned = takeOut(answers, params.id, body.userId);
      const user = banned?.user ?? found(shownUsers(answers), body.userId);
      const { id } = user;
      const before = answers.circleBans.get(params.id) ?? [];
      answers.circleBans.set(params.id, [{ id, user, since: communityNow.toISOString() }, ...before]);
    },
    'GET /api/circles/:id/bans': ({ params }) => {
      keptCircle(answers, params.id);
      return answers.circleBans.get(params.id) ?? [];
    },
    'DELETE /api/circles/:id/bans/:uid': ({ params }) => {
      keptCircle(answers, params.id);
      const bans = answers.circleBans.get(params.id) ?? [];
      answers.circleBans.set(
        params.id,
        bans.filter(({ id }) => id !== params.uid),
      );
    },
  };
}

/** Who was in the circle and is in it no more. */
function takeOut(answers: Answers, circleId: string, userId: string) {
  const circle = keptCircle(answers, circleId);
  if (userId === member(answers).id) refuse(403, 'forbidden');
  const { circleMembers } = answers;
  const members = circleMembers.get(circleId) ?? [];
  const out = members.find(({ id }) => id === userId);
  if (!out) return undefined;
  if (out.role !== 'member' && circle.membership !== 'owner') refuse(403, 'forbidden');
  circleMembers.set(
    circleId,
    members.filter((one) => one !== out),
  );
  circle.memberCount -= 1;
  return out;
}
