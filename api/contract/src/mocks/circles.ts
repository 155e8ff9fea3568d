import type { CircleMember, CirclePage, CircleRequest } from '../circle-page.ts';
import { buildCircle, buildPublicUser, fixtureId } from '../fixtures/index.ts';
import type { Circle, ClientKey, ParsedBody } from '../index.ts';
import { limits } from '../limits.ts';
import { messageText } from '../messages.ts';
import { namedMember } from '../named-member.ts';
import type { Panda } from '../pandas.ts';
import type { Answers } from './answers.ts';
import { mockInviteCodes } from './invitations.ts';
import { found, member } from './lookup.ts';
import { MockFailure, type MockResolver } from './mock.ts';

type CircleKey = Exclude<
  Extract<ClientKey, `${string} /api/circles${string}`>,
  | `${string} /api/circles/:id/invitations${string}`
  | `${string} /api/circles/:id/bans${string}`
  | `${string} /api/circles/:id/notices${string}`
  | `${string} /api/circles/:id/members/${string}`
>;

type SentGate = Pick<ParsedBody<'POST /api/circles'>, 'gatePandaId' | 'gateMinAmount'>;

let made = 0;

/** Circles, their pages and members. */
export function circleResolvers(answers: Answers): { [Key in CircleKey]: MockResolver<Key> } {
  return {
    'GET /api/circles': () => answers.circles,
    'GET /api/circles/:id': ({ params }) => pageOf(answers, params.id),
    'GET /api/circles/:id/members': ({ params }) => {
      member(answers);
      return membersOf(answers, params.id);
    },
    'POST /api/circles': ({ body: { name, description, circleType, ...gate } }) => {
      const circle = buildCircle({
        name,
        description,
        circleType,
        ...gateParts(answers, circleType, gate),
        id: fixtureId('new circle', (made += 1)),
        ownerId: member(answers).id,
        memberCount: 1,
        membership: 'owner',
      });
      answers.circles.unshift(circle);
      answers.firstSteps.steps.circle = true;
      return circle;
    },
    'POST /api/circles/:id/join': ({ params, body }) => {
      member(answers);
      if (body.inviteCode === mockInviteCodes.over) throw new MockFailure(403, 'invite_invalid');
      const isInvited = body.inviteCode || found(answers.circles, params.id).wayIn.kind === 'invited';
      const closed = answers.closedCircles.get(params.id);
      if (closed && !isInvited) throw new MockFailure(closed.status, closed.code, closed.parts);
      const circle = found(answers.circles, params.id);
      answers.firstSteps.steps.circle = true;
      const memberCount = circle.memberCount + 1;
      return Object.assign(circle, { membership: 'member', wayIn: { kind: 'none' }, memberCount });
    },
    'POST /api/circles/:id/requests': ({ params }) =>
      Object.assign(found(answers.circles, params.id), {
        membership: 'requested' as const,
        wayIn: { kind: 'none' as const },
      }),
    'GET /api/circles/:id/requests': ({ params }) => answers.circleRequests.get(params.id) ?? [],
    'POST /api/circles/:id/requests/:rid/accept': ({ params }) => {
      const { user, createdAt } = takeRequest(answers, params);
      const members = answers.circleMembers.get(params.id) ?? [];
      answers.circleMembers.set(params.id, [
        { id: user.id, user, role: 'member', since: createdAt },
        ...members,
      ]);
      const circle = found(answers.circles, params.id);
      return Object.assign(circle, { memberCount: circle.memberCount + 1 });
    },
    'POST /api/circles/:id/requests/:rid/decline': ({ params }) => void takeRequest(answers, params),
    'PATCH /api/circles/:id': ({ params, body }) => {
      const circle = Object.assign(found(answers.circles, params.id), body);
      return Object.assign(circle, gateParts(answers, circle.circleType, circle));
    },
    'DELETE /api/circles/:id': ({ params, body, language }) => {
      const { id, name } = found(answers.circles, params.id);
      if (body.confirm !== name) {
        const message = messageText(language, 'validation.confirmCircle');
        throw new MockFailure(400, 'invalid', { message, fields: { confirm: message } });
      }
      answers.circles = answers.circles.filter((one) => one.id !== id);
    },
    'PATCH /api/circles/:id/membership': ({ params, body: { wantsNotices } }) => {
      if (wantsNotices) answers.noticesWanted.add(params.id);
      else answers.noticesWanted.delete(params.id);
      return { wantsNotices };
    },
    'DELETE /api/circles/:id/membership': ({ params }) => {
      const circle = found(answers.circles, params.id);
      const memberCount = circle.memberCount - 1;
      Object.assign(circle, { membership: 'none', wayIn: { kind: 'join' }, memberCount });
    },
    'POST /api/circles/:id/owner': ({ params, body }) => {
      const members = answers.circleMembers.get(params.id) ?? [];
      Object.assign(found(members, body.userId), { role: 'owner' });
      return Object.assign(found(answers.circles, params.id), {
        ownerId: body.userId,
        membership: 'admin',
      });
    },
  };
}

/** The parts of a circle that its type decides. */
function gateParts(
  answers: Answers,
  type: Circle['circleType'],
  { gatePandaId = null, gateMinAmount }: SentGate,
) {
  const isPandaGated = type === 'stake_gated';
  if (!isPandaGated) return { isPandaGated, gatePandaId: null, gatePanda: null, gateMinAmount: null };
  return {
    isPandaGated,
    gatePandaId,
    gatePanda: gatePandaOf(answers.pandas, gatePandaId),
    gateMinAmount: gateMinAmount ?? limits.circles.gateDefault,
  };
}

function pageOf(answers: Answers, id: string): CirclePage {
  const circle = found(answers.circles, id);
  const owner = membersOf(answers, id).find(({ role }) => role === 'owner')?.user;
  const isIn = !['none', 'requested'].includes(circle.membership);
  const isSeen = answers.user !== null && owner !== undefined;
  return {
    ...circle,
    ownerId: isSeen ? owner.id : null,
    owner: isSeen ? namedMember(owner) : null,
    showsMembers: answers.user !== null && (circle.circleType !== 'invite' || isIn),
    wantsNotices: isIn && answers.noticesWanted.has(id),
  };
}

/** Who is in a circle, the signed-in member included. */
export function membersOf({ user, circles, circleMembers }: Answers, id: string): CircleMember[] {
  const others = circleMembers.get(id) ?? [];
  const { membership, createdAt } = found(circles, id);
  if (!user || membership === 'none' || membership === 'requested') return others;
  const { username, name, profileImage, pandaId } = user;
  const self = buildPublicUser({
    id: user.id,
    username: username ?? '',
    name,
    profileImage,
    pandaId,
    canConnect: false,
  });
  return [{ id: user.id, user: self, role: membership, since: createdAt }, ...others];
}

function takeRequest({ circleRequests }: Answers, { id, rid }: { id: string; rid: string }): CircleRequest {
  const waiting = circleRequests.get(id) ?? [];
  const request = found(waiting, rid);
  circleRequests.set(
    id,
    waiting.filter((one) => one !== request),
  );
  return request;
}

/** The Panda of a gate, as circles name it. */
export function gatePandaOf(pandas: readonly Panda[], id: string | null): Circle['gatePanda'] {
  const panda = pandas.find((one) => one.id === id);
  return panda ? { id: panda.id, name: panda.name, imageUrl: panda.imageUrl } : null;
}
