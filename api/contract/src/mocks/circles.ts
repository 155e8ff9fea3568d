import type { CircleMember, CirclePage, CircleRequest } from '../circle-page.ts';
import { buildCircle, buildPublicUser, fixtureId } from '../fixtures/index.ts';
import type { Circle, ClientKey, ParsedBody } from '../index.ts';
import { limits } from '../limits.ts';
import { namedMember } from '../named-member.ts';
import type { Panda } from '../pandas.ts';
import { textsContain } from '../search-text.ts';
import { sum } from './amounts.ts';
import type { Answers } from './answers.ts';
import { isOpenCode } from './invitations.ts';
import { found, member, refuse } from './lookup.ts';
import { invalidField, type MockResolver } from './mock.ts';

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
    'GET /api/circles': ({ query: { q = '' } }) =>
      answers.circles
        .filter(({ name, description }) => textsContain([name, description], q))
        .map((circle) => withGate(answers, circle)),
    'GET /api/circles/:id': ({ params }) => pageOf(answers, params.id),
    'GET /api/circles/:id/members': ({ params }) => {
      if (!pageOf(answers, params.id).showsMembers) refuse(403, 'forbidden');
      return membersOf(answers, params.id);
    },
    'POST /api/circles': ({ body: { name, description, circleType, ...gate }, language }) => {
      if (gate.gatePandaId && !gatePandaOf(answers.pandas, gate.gatePandaId))
        throw invalidField('gatePandaId', 'validation.pandaId', language);
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
      const circle = found(answers.circles, params.id);
      if (isIn(circle)) return circle;
      if (body.inviteCode && !isOpenCode(answers, body.inviteCode)) refuse(403, 'invite_invalid');
      const isInvited = body.inviteCode || circle.wayIn.kind === 'invited';
      const closed = answers.closedCircles.get(params.id);
      if (closed && !isInvited) refuse(closed.status, closed.code, closed.parts);
      const details = gateOf(answers, circle);
      if (details) refuse(403, 'stake_required', { details });
      answers.firstSteps.steps.circle = true;
      const memberCount = circle.memberCount + 1;
      return Object.assign(circle, { membership: 'member', wayIn: { kind: 'none' }, memberCount });
    },
    'POST /api/circles/:id/requests': ({ params }) => {
      const circle = found(answers.circles, params.id);
      if (isIn(circle)) return circle;
      if (circle.circleType !== 'invite') refuse(409, 'conflict');
      return Object.assign(circle, { membership: 'requested', wayIn: { kind: 'none' } });
    },
    'GET /api/circles/:id/requests': ({ params }) => {
      keptCircle(answers, params.id);
      return answers.circleRequests.get(params.id) ?? [];
    },
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
      const circle = Object.assign(ownCircle(answers, params.id), body);
      return Object.assign(circle, gateParts(answers, circle.circleType, circle));
    },
    'DELETE /api/circles/:id': ({ params, body, language }) => {
      const { id, name } = ownCircle(answers, params.id);
      if (body.confirm.toLowerCase() !== name.toLowerCase())
        throw invalidField('confirm', 'validation.confirmCircle', language);
      answers.circles = answers.circles.filter((one) => one.id !== id);
    },
    'PATCH /api/circles/:id/membership': ({ params, body: { wantsNotices } }) => {
      joinedCircle(answers, params.id);
      if (wantsNotices) answers.noticesWanted.add(params.id);
      else answers.noticesWanted.delete(params.id);
      return { wantsNotices };
    },
    'DELETE /api/circles/:id/membership': ({ params }) => {
      const circle = found(answers.circles, params.id);
      if (circle.membership === 'owner') refuse(409, 'owner_must_hand_over');
      if (!isIn(circle)) return;
      const memberCount = circle.memberCount - 1;
      Object.assign(circle, { membership: 'none', wayIn: { kind: 'join' }, memberCount });
    },
    'POST /api/circles/:id/owner': ({ params, body }) => {
      const circle = ownCircle(answers, params.id);
      const members = answers.circleMembers.get(params.id) ?? [];
      Object.assign(found(members, body.userId), { role: 'owner' });
      return Object.assign(circle, {
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

const isIn = ({ membership }: Circle) => !['none', 'requested'].includes(membership);

/** What a gate asks for and what the member has staked behind it; null where that is enough. */
function gateOf({ ownStakes }: Answers, { circleType, gatePandaId, gateMinAmount }: Circle) {
  const counted = ownStakes.filter(({ panda }) => gatePandaId === null || panda?.id === gatePandaId);
  const [required, current] = [gateMinAmount ?? limits.circles.gateDefault, sum(counted)];
  const isOpen = circleType !== 'stake_gated' || Number(current) >= Number(required);
  return isOpen ? null : { pandaId: gatePandaId, required, current };
}

/** The circle with the way through its gate, as far as the member is from it now. */
function withGate(answers: Answers, circle: Circle): Circle {
  if (circle.circleType !== 'stake_gated' || circle.membership !== 'none' || !answers.user) return circle;
  const gate = gateOf(answers, circle);
  return { ...circle, wayIn: gate ? { kind: 'stake', ...gate } : { kind: 'join' } };
}

/** The circle, when the member is in it. */
export function joinedCircle(answers: Answers, id: string): Circle {
  const circle = found(answers.circles, id);
  return isIn(circle) ? circle : refuse(403, 'forbidden');
}

/** The circle, when the member is its owner or one of its admins. */
export function keptCircle(answers: Answers, id: string): Circle {
  const circle = found(answers.circles, id);
  return ['owner', 'admin'].includes(circle.membership) ? circle : refuse(403, 'forbidden');
}

/** The circle, when it is the member's. */
export function ownCircle(answers: Answers, id: string): Circle {
  const circle = found(answers.circles, id);
  return circle.membership === 'owner' ? circle : refuse(403, 'forbidden');
}

function pageOf(answers: Answers, id: string): CirclePage {
  const circle = withGate(answers, found(answers.circles, id));
  const owner = membersOf(answers, id).find(({ role }) => role === 'owner')?.user;
  const isSeen = answers.user !== null && owner !== undefined;
  return {
    ...circle,
    ownerId: isSeen ? owner.id : null,
    owner: isSeen ? namedMember(owner) : null,
    showsMembers: answers.user !== null && (circle.circleType !== 'invite' || isIn(circle)),
    wantsNotices: isIn(circle) && answers.noticesWanted.has(id),
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

function takeRequest(answers: Answers, { id, rid }: { id: string; rid: string }): CircleRequest {
  keptCircle(answers, id);
  const { circleRequests } = answers;
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
