import { buildCircleLink, fixtureId } from '../fixtures/index.ts';
import type { ClientKey } from '../index.ts';
import { limits } from '../limits.ts';
import type { Answers } from './answers.ts';
import { joinedCircle, keptCircle } from './circles.ts';
import { isOpenCode } from './invitations.ts';
import { refuse } from './lookup.ts';
import type { MockResolver } from './mock.ts';

type InvitationKey = Extract<
  ClientKey,
  `${string} /api/circles/:id/invitations${string}` | `${string} /api/circle-invitations/${string}`
>;

let made = 0;

/** Links into circles and invitations of friends. Every code but the one that is over leads into the first circle that is invite only. */
export function circleInvitationResolvers(answers: Answers): { [Key in InvitationKey]: MockResolver<Key> } {
  return {
    'GET /api/circles/:id/invitations': ({ params }) => {
      keptCircle(answers, params.id);
      return answers.circleLinks.get(params.id) ?? [];
    },
    'POST /api/circles/:id/invitations': ({ params, body }) => {
      if (body.userId === undefined) keptCircle(answers, params.id);
      else {
        if (joinedCircle(answers, params.id).circleType !== 'invite') refuse(409, 'conflict');
        const isFriend = answers.friends.some(({ friendId }) => friendId === body.userId);
        if (!isFriend) refuse(404, 'not_found');
      }
      made += 1;
      const { uses } = limits.circleInvitations;
      const maxUses = body.userId === undefined ? (body.maxUses ?? uses.default) : 1;
      const link = buildCircleLink({ id: fixtureId('new circle link', made), maxUses, uses: 0 });
      if (body.userId !== undefined) return { ...link, code: null, url: null };
      answers.circleLinks.set(params.id, [link, ...(answers.circleLinks.get(params.id) ?? [])]);
      const code = `code${made}`;
      answers.codes.add(code);
      return { ...link, code, url: `https://frens.example/groups?invite=${code}` };
    },
    'DELETE /api/circles/:id/invitations/:iid': ({ params }) => {
      keptCircle(answers, params.id);
      const links = answers.circleLinks.get(params.id) ?? [];
      answers.circleLinks.set(
        params.id,
        links.filter(({ id }) => id !== params.iid),
      );
    },
    'POST /api/circles/:id/invitations/decline': ({ params }) => {
      const circle = answers.circles.find(({ id }) => id === params.id);
      if (circle?.wayIn.kind === 'invited') circle.wayIn = { kind: 'ask' };
    },
    'GET /api/circle-invitations/:code': ({ params }) => {
      const closed = answers.circles.find(({ circleType }) => circleType === 'invite');
      if (!closed || !isOpenCode(answers, params.code)) return { circle: null };
      const isIn = !['none', 'requested'].includes(closed.membership);
      const isSignedIn = answers.user !== null;
      const wayIn = { kind: isIn || !isSignedIn ? ('none' as const) : ('join' as const) };
      return { circle: { ...closed, wayIn, ...(isSignedIn ? {} : { ownerId: null }) } };
    },
  };
}
