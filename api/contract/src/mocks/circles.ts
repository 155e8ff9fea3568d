import type { CircleMember, CirclePage, CircleRequest } from '../circle-page.ts';
import {
  buildCircle,
  buildCircleLink,
  buildCirclePost,
  buildPublicUser,
  communityNow,
} from '../fixtures/index.ts';
import type { Circle, Language, OwnStake, ParsedBody } from '../index.ts';
import { limits } from '../limits.ts';
import { namedMember } from '../named-member.ts';
import type { Panda } from '../pandas.ts';
import { textsContain } from '../search-text.ts';
import type { Answers } from './answers.ts';
import { isOpenCode } from './invitations.ts';
import {
  findById,
  listOf,
  newId,
  plus,
  prepend,
  refuse,
  remove,
  requireId,
  requireMember,
  shownUsers,
  sum,
} from './lookup.ts';
import { invalidField, type Resolvers } from './mock.ts';

type SentGate = Pick<ParsedBody<'POST /api/circles'>, 'gatePandaId' | 'gateMinAmount'>;

/** Circles, their pages and members. */
export function circleResolvers(answers: Answers) {
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
      refuseGate(answers, gate, language);
      const circle = buildCircle({
        name,
        description,
        circleType,
        ...gateParts(answers, circleType, gate),
        id: newId('circle'),
        ownerId: requireMember(answers).id,
        memberCount: 1,
        membership: 'owner',
      });
      answers.circles.unshift(circle);
      answers.firstSteps.steps.circle = true;
      return circle;
    },
    'POST /api/circles/:id/join': ({ params, body }) => {
      const circle = findById(answers.circles, params.id);
      if (isIn(circle)) return circle;
      refuseBanned(circle);
      const isInvited = body.inviteCode || circle.wayIn.kind === 'invited';
      const closed = answers.closedCircles.get(params.id);
      if (closed && !isInvited) refuse(closed.status, closed.code, closed.parts);
      const details = gateOf(answers, circle);
      if (details) refuse(403, 'stake_required', { details });
      if (body.inviteCode && !isOpenCode(answers, body.inviteCode)) refuse(403, 'invite_invalid');
      answers.firstSteps.steps.circle = true;
      const memberCount = circle.memberCount + 1;
      return Object.assign(circle, { membership: 'member', wayIn: { kind: 'none' }, memberCount });
    },
    'POST /api/circles/:id/requests': ({ params }) => {
      const circle = findById(answers.circles, params.id);
      if (isIn(circle)) return circle;
      refuseBanned(circle);
      if (circle.circleType !== 'invite') refuse(409, 'conflict');
      return Object.assign(circle, { membership: 'requested', wayIn: { kind: 'none' } });
    },
    'GET /api/circles/:id/requests': ({ params }) =>
      listOf(answers.circleRequests, adminCircle(answers, params.id).id),
    'POST /api/circles/:id/requests/:rid/accept': ({ params }) => {
      const { user, createdAt } = takeRequest(answers, params);
      prepend(answers.circleMembers, params.id, { id: user.id, user, role: 'member', since: createdAt });
      const circle = findById(answers.circles, params.id);
      return Object.assign(circle, { memberCount: circle.memberCount + 1 });
    },
    'POST /api/circles/:id/requests/:rid/decline': ({ params }) => void takeRequest(answers, params),
    'PATCH /api/circles/:id': ({ params, body, language }) => {
      refuseGate(answers, body, language);
      const circle = Object.assign(ownerCircle(answers, params.id), body);
      return Object.assign(circle, gateParts(answers, circle.circleType, circle));
    },
    'DELETE /api/circles/:id': ({ params, body, language }) => {
      const { id, name } = ownerCircle(answers, params.id);
      if (body.confirm.toLowerCase() !== name.toLowerCase())
        throw invalidField('confirm', 'validation.confirmCircle', language);
      answers.circles = answers.circles.filter((one) => one.id !== id);
    },
    'PATCH /api/circles/:id/membership': ({ params, body: { wantsNotices } }) => {
      memberCircle(answers, params.id);
      if (wantsNotices) answers.noticesWanted.add(params.id);
      else answers.noticesWanted.delete(params.id);
      return { wantsNotices };
    },
    'DELETE /api/circles/:id/membership': ({ params }) => {
      const circle = findById(answers.circles, params.id);
      if (circle.membership === 'owner') refuse(409, 'owner_must_hand_over');
      if (isIn(circle)) leaveCircle(circle);
    },
    'POST /api/circles/:id/owner': ({ params, body }) => {
      const circle = ownerCircle(answers, params.id);
      if (body.userId === requireMember(answers).id) return circle;
      findById(listOf(answers.circleMembers, params.id), body.userId).role = 'owner';
      return Object.assign(circle, { ownerId: body.userId, membership: 'admin' });
    },
    'PATCH /api/circles/:id/members/:uid': ({ params, body }) => {
      if (ownerCircle(answers, params.id) && params.uid === requireMember(answers).id)
        refuse(403, 'forbidden');
      findById(listOf(answers.circleMembers, params.id), params.uid).role = body.role;
    },
    'DELETE /api/circles/:id/members/:uid': ({ params }) => void removeMember(answers, params.id, params.uid),
    'POST /api/circles/:id/bans': ({ params, body }) => {
      const banned = removeMember(answers, params.id, body.userId);
      const user = banned?.user ?? findById(shownUsers(answers), body.userId);
      prepend(answers.circleBans, params.id, { id: user.id, user, since: communityNow.toISOString() });
    },
    'GET /api/circles/:id/bans': ({ params }) =>
      listOf(answers.circleBans, adminCircle(answers, params.id).id),
    'DELETE /api/circles/:id/bans/:uid': ({ params }) =>
      remove(answers.circleBans, adminCircle(answers, params.id).id, params.uid),
    'GET /api/circles/:id/notices': ({ params }) =>
      listOf(answers.circlePosts, memberCircle(answers, params.id).id),
    'POST /api/circles/:id/notices': ({ params, body }) => {
      memberCircle(answers, params.id);
      const { id } = requireMember(answers);
      const author = membersOf(answers, params.id).find((one) => one.id === id)?.user;
      const post = buildCirclePost({
        id: newId('notice'),
        text: body.text,
        mentions: [],
        canDelete: true,
        ...(author ? { author } : {}),
      });
      prepend(answers.circlePosts, params.id, post);
      return post;
    },
    'DELETE /api/circles/:id/notices/:nid': ({ params }) => {
      const posts = listOf(answers.circlePosts, findById(answers.circles, params.id).id);
      if (!findById(posts, params.nid).canDelete) refuse(404, 'not_found');
      remove(answers.circlePosts, params.id, params.nid);
    },
    'GET /api/circles/:id/invitations': ({ params }) =>
      listOf(answers.circleLinks, adminCircle(answers, params.id).id),
    'POST /api/circles/:id/invitations': ({ params, body }) => {
      if (body.userId === undefined) adminCircle(answers, params.id);
      else {
        if (memberCircle(answers, params.id).circleType !== 'invite') refuse(409, 'conflict');
        const isFriend = answers.friends.some(({ friendId }) => friendId === body.userId);
        if (!isFriend) refuse(404, 'not_found');
      }
      const { uses } = limits.circleInvitations;
      const maxUses = body.userId === undefined ? (body.maxUses ?? uses.default) : 1;
      const link = buildCircleLink({ id: newId('circle link'), maxUses, uses: 0 });
      if (body.userId !== undefined) return { ...link, code: null, url: null };
      prepend(answers.circleLinks, params.id, link);
      const code = link.id;
      answers.codes.add(code);
      return { ...link, code, url: `https://frens.example/groups?invite=${code}` };
    },
    'DELETE /api/circles/:id/invitations/:iid': ({ params }) => {
      remove(answers.circleLinks, adminCircle(answers, params.id).id, params.iid);
      answers.codes.delete(params.iid);
    },
    'POST /api/circles/:id/invitations/decline': ({ params }) => {
      const circle = answers.circles.find(({ id }) => id === requireId(params.id));
      if (circle?.wayIn.kind === 'invited') circle.wayIn = { kind: 'ask' };
    },
    'GET /api/circle-invitations/:code': ({ params }) => {
      const { circles, circleLinks } = answers;
      const links = (id: string) => listOf(circleLinks, id).some((link) => link.id === params.code);
      const closed =
        circles.find(({ id }) => links(id)) ?? circles.find(({ circleType }) => circleType === 'invite');
      if (!closed || !isOpenCode(answers, params.code)) return { circle: null };
      const isSignedIn = answers.user !== null;
      const wayIn = { kind: isIn(closed) || !isSignedIn ? ('none' as const) : ('join' as const) };
      return { circle: { ...closed, wayIn, ...(isSignedIn ? {} : { ownerId: null }) } };
    },
  } satisfies Partial<Resolvers>;
}

/** The fields that depend on a circle's type. */
function gateParts(
  answers: Answers,
  type: Circle['circleType'],
  { gatePandaId = null, gateMinAmount }: SentGate,
) {
  const isPandaGated = type === 'stake_gated';
  const gate = { gatePandaId, gateMinAmount: gateMinAmount ?? limits.circles.gateDefault };
  const own = isPandaGated ? gate : { gatePandaId: null, gateMinAmount: null };
  return { isPandaGated, ...own, gatePanda: gatePandaOf(answers.pandas, own.gatePandaId) };
}

function refuseGate({ pandas }: Answers, { gatePandaId }: SentGate, language: Language): void {
  if (gatePandaId && !gatePandaOf(pandas, gatePandaId))
    throw invalidField('gatePandaId', 'validation.pandaId', language);
}

/** Refuses banned members, and members of too many circles. */
function refuseBanned({ wayIn }: Circle): void {
  if (wayIn.kind === 'shut') refuse(wayIn.reason === 'not_admitted' ? 403 : 409, wayIn.reason);
}

/** The circles that the member would leave by withdrawing this much of a stake (D31). */
export function circlesBehindStake(answers: Answers, stake: OwnStake, amount: string): Circle[] {
  const less = { ...stake, amount: plus(stake.amount, amount, -1) };
  const ownStakes = answers.ownStakes.map((one) => (one === stake ? less : one));
  return answers.circles.filter(
    (circle) =>
      isIn(circle) &&
      circle.membership !== 'owner' &&
      !gateOf(answers, circle) &&
      gateOf({ ...answers, ownStakes }, circle),
  );
}

export function leaveCircle(circle: Circle): void {
  const memberCount = circle.memberCount - 1;
  Object.assign(circle, { membership: 'none', wayIn: { kind: 'join' }, memberCount });
}

const isIn = ({ membership }: Circle) => !['none', 'requested'].includes(membership);

/** A gate's required stake and the member's current one; null if it suffices. */
function gateOf({ ownStakes }: Answers, { circleType, gatePandaId, gateMinAmount }: Circle) {
  const counted = ownStakes.filter(({ panda }) => gatePandaId === null || panda?.id === gatePandaId);
  const [required, current] = [gateMinAmount ?? limits.circles.gateDefault, sum(counted)];
  const isOpen = circleType !== 'stake_gated' || Number(current) >= Number(required);
  return isOpen ? null : { pandaId: gatePandaId, required, current };
}

/** The circle with the member's current way through its gate. */
function withGate(answers: Answers, circle: Circle): Circle {
  if (circle.circleType !== 'stake_gated' || circle.membership !== 'none' || !answers.user) return circle;
  const gate = gateOf(answers, circle);
  return { ...circle, wayIn: gate ? { kind: 'stake', ...gate } : { kind: 'join' } };
}

/** Finds a circle in which the member has one of the roles; refuses otherwise. */
const circleFor =
  (...roles: Circle['membership'][]) =>
  ({ circles }: Answers, id: string): Circle => {
    const circle = findById(circles, id);
    return roles.includes(circle.membership) ? circle : refuse(403, 'forbidden');
  };
const memberCircle = circleFor('owner', 'admin', 'member');
const adminCircle = circleFor('owner', 'admin');
const ownerCircle = circleFor('owner');

function pageOf(answers: Answers, id: string): CirclePage {
  const circle = withGate(answers, findById(answers.circles, id));
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

/** The members of a circle, including the signed-in member. */
export function membersOf({ user, circles, circleMembers }: Answers, id: string): CircleMember[] {
  const others = listOf(circleMembers, id);
  const { membership, createdAt } = findById(circles, id);
  if (!user || membership === 'none' || membership === 'requested') return others;
  const { id: ownId, username, name, profileImage, pandaId, pandaImage } = user;
  const own = {
    id: ownId,
    username: username ?? '',
    name,
    profileImage,
    pandaId,
    pandaImage,
    canConnect: false,
  };
  return [{ id: ownId, user: buildPublicUser(own), role: membership, since: createdAt }, ...others];
}

function takeRequest(answers: Answers, { id, rid }: { id: string; rid: string }): CircleRequest {
  const { circleRequests } = answers;
  const request = findById(listOf(circleRequests, adminCircle(answers, id).id), rid);
  remove(circleRequests, id, rid);
  return request;
}

/** The Panda of a gate, as in circles. */
export function gatePandaOf(pandas: readonly Panda[], id: string | null): Circle['gatePanda'] {
  const panda = pandas.find((one) => one.id === id);
  return panda ? { id: panda.id, name: panda.name, imageUrl: panda.imageUrl } : null;
}

/** Removes and returns a member; undefined if not in the circle. */
function removeMember(answers: Answers, circleId: string, userId: string) {
  const circle = adminCircle(answers, circleId);
  if (userId === requireMember(answers).id) refuse(403, 'forbidden');
  const { circleMembers } = answers;
  const out = listOf(circleMembers, circleId).find(({ id }) => id === userId);
  if (!out) return undefined;
  if (out.role !== 'member' && circle.membership !== 'owner') refuse(403, 'forbidden');
  remove(circleMembers, circleId, userId);
  circle.memberCount -= 1;
  return out;
}
