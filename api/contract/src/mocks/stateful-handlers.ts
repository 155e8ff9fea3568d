import type { HttpHandler } from 'msw';
import { toBamboo, toHundredths } from '../bamboo.ts';
import { type AgeBand, ageRanges } from '../choices.ts';
import type { ConnectionRecord, MemberRecord } from '../fixtures/records.ts';
import { limits } from '../limits.ts';
import type { PublicUser } from '../members.ts';
import { messageText } from '../messages.ts';
import { readSoul } from '../panda-scoring.ts';
import { pandaNameFor, personalityOf } from '../panda-texts.ts';
import { defaultPrivacy } from '../privacy.ts';
import { answersOf } from '../quiz.ts';
import { textsContain } from '../search-text.ts';
import { isListed } from '../visibility.ts';
import { MockFailure, MockReply, mock } from './mock.ts';
import { type MockState, newestFirst } from './state.ts';

/** Every call of the contract, answered from a community in memory. */
export function statefulHandlers(state: MockState): HttpHandler[] {
  return [
    ...accountHandlers(state),
    ...memberHandlers(state),
    ...connectionHandlers(state),
    ...pandaHandlers(state),
    ...circleHandlers(state),
  ];
}

function accountHandlers(state: MockState): HttpHandler[] {
  const { members } = state.community;
  return [
    mock('GET /api/user', () => state.self(state.viewer())),
    mock('POST /api/login', ({ body }) => {
      const named = body.username.toLowerCase();
      const member = members.find((one) =>
        [one.username.toLowerCase(), one.email.toLowerCase()].includes(named),
      );
      if (!member || body.password !== state.community.demo.password) {
        throw new MockFailure(401, 'invalid_credentials');
      }
      state.viewerId = member.id;
      return state.self(member);
    }),
    mock('POST /api/register', ({ body }) => {
      const { password: _password, profileImage: _profileImage, ...profile } = body;
      const taken = (one: MemberRecord) =>
        one.username.toLowerCase() === profile.username.toLowerCase() ||
        one.email.toLowerCase() === profile.email.toLowerCase();
      if (members.some(taken)) throw new MockFailure(409, 'account_exists');
      const member: MemberRecord = {
        ...profile,
        id: state.nextId('member'),
        emailVerified: false,
        privacy: defaultPrivacy,
        createdAt: new Date(),
      };
      members.push(member);
      state.viewerId = member.id;
      return state.self(member);
    }),
    mock('POST /api/logout', () => {
      state.viewerId = null;
      return { success: true };
    }),
    mock('PATCH /api/users/:id', ({ params, body }) => {
      const viewer = state.viewer();
      if (params.id !== viewer.id) throw new MockFailure(403, 'forbidden');
      const { currentPassword: _currentPassword, profileImage: _profileImage, ...changes } = body;
      return state.self(Object.assign(viewer, changes));
    }),
    mock('GET /api/privacy-settings', () => state.viewer().privacy),
    mock('PATCH /api/privacy-settings', ({ body }) => {
      const viewer = state.viewer();
      viewer.privacy = { ...viewer.privacy, ...body };
      return viewer.privacy;
    }),
  ];
}

function isInBand({ age }: PublicUser, band: AgeBand): boolean {
  const { from, to } = ageRanges[band];
  return age !== null && age >= from && age <= to;
}

function memberHandlers(state: MockState): HttpHandler[] {
  return [
    mock('GET /api/users', ({ query }) => {
      const viewer = state.viewer();
      return newestFirst(state.community.members).flatMap((member) => {
        const viewpoint = state.relation(member.id) === 'friend' ? 'friend' : 'other';
        const user = state.publicUser(member);
        if (!user || member.id === viewer.id || !isListed(member.privacy, viewpoint)) return [];
        if (!textsContain([user.name, user.occupation], query.q ?? '')) return [];
        if (query.gender && user.gender !== query.gender) return [];
        return query.ageBand && !isInBand(user, query.ageBand) ? [] : [user];
      });
    }),
  ];
}

function connectionHandlers(state: MockState): HttpHandler[] {
  const { connections } = state.community;
  function answer(id: string, act: (one: ConnectionRecord) => void): ConnectionRecord {
    const one = state.connection(id);
    if (one.addresseeId !== state.viewer().id) throw new MockFailure(404, 'not_found');
    if (one.status !== 'pending') throw new MockFailure(409, 'conflict');
    act(one);
    return one;
  }
  const remove = (one: ConnectionRecord) => connections.splice(connections.indexOf(one), 1);
  return [
    mock('GET /api/connections', () => state.friends()),
    mock('GET /api/connections/pending', () => state.pending()),
    mock('POST /api/connections', ({ body, language }) => {
      const viewer = state.viewer();
      if (body.friendId === viewer.id) {
        throw new MockFailure(400, 'invalid', {
          fields: { friendId: messageText(language, 'validation.self') },
        });
      }
      const user = state.publicUser(state.member(body.friendId));
      if (!user) throw new MockFailure(404, 'not_found');
      const tie = state.between(user.id);
      if (tie?.status === 'accepted') throw new MockFailure(409, 'already_connected');
      if (tie?.requesterId === viewer.id) throw new MockFailure(409, 'already_requested');
      if (tie) {
        tie.status = 'accepted';
        return new MockReply(200, state.presentConnection(tie));
      }
      if (!user.canConnect) throw new MockFailure(403, 'requests_closed');
      const one: ConnectionRecord = {
        id: state.nextId('connection'),
        requesterId: viewer.id,
        addresseeId: user.id,
        status: 'pending',
        note: body.note ?? '',
        createdAt: new Date(),
      };
      connections.push(one);
      return state.presentConnection(one);
    }),
    mock('POST /api/connections/:id/accept', ({ params }) =>
      state.presentConnection(
        answer(params.id, (one) => {
          one.status = 'accepted';
        }),
      ),
    ),
    mock('POST /api/connections/:id/decline', ({ params }) => ({
      ...state.presentConnection(answer(params.id, remove)),
      status: 'declined',
    })),
    mock('DELETE /api/connections/:id', ({ params }) => {
      state.viewer();
      remove(state.connection(params.id));
    }),
  ];
}

function pandaHandlers(state: MockState): HttpHandler[] {
  const { pandas, stakes, content } = state.community;
  return [
    mock('GET /api/pandas', ({ query, language }) =>
      newestFirst(pandas)
        .filter(({ name }) => textsContain([name], query.q ?? ''))
        .map((panda) => state.presentPanda(panda, language)),
    ),
    mock('GET /api/pandas/:id', ({ params, language }) => {
      state.viewer();
      return state.presentPanda(state.panda(params.id), language);
    }),
    mock('GET /api/pandas/:id/stakes', ({ params }) => {
      state.viewer();
      const { id } = state.panda(params.id);
      const open = newestFirst(stakes.filter((one) => one.pandaId === id));
      return open.slice(0, limits.stakes.listed).map((one) => state.presentStake(one));
    }),
    mock('GET /api/pandas/:id/content', ({ params }) => {
      state.viewer();
      const { id } = state.panda(params.id);
      return newestFirst(content.filter((one) => one.pandaId === id)).map((one) => ({
        id: one.id,
        type: one.type,
        content: one.content,
        createdAt: one.createdAt.toISOString(),
        engagementScore: '0.0',
        metadata: { tags: one.tags },
      }));
    }),
    mock('POST /api/stake-bamboo', ({ body, language }) => {
      const viewer = state.viewer();
      const panda = state.panda(body.pandaId);
      const balance = toBamboo(state.balance(viewer.id));
      if (toHundredths(body.amount) > toHundredths(balance)) {
        throw new MockFailure(409, 'insufficient_bamboo', { details: { balance } });
      }
      const stake = {
        id: state.nextId('stake'),
        pandaId: panda.id,
        stakerId: viewer.id,
        amount: toBamboo(toHundredths(body.amount)),
        createdAt: new Date(),
      };
      stakes.push(stake);
      return {
        stake: state.presentStake(stake),
        balance: toBamboo(state.balance(viewer.id)),
        panda: state.presentPanda(panda, language),
      };
    }),
    mock('GET /api/wallet', () => {
      const { id } = state.viewer();
      return { balance: toBamboo(state.balance(id)), staked: toBamboo(state.staked(id)) };
    }),
    mock('POST /api/vibe-quiz', ({ body, language }) => {
      const viewer = state.viewer();
      const answers = answersOf(body);
      const soul = readSoul(answers);
      let panda = state.pandaOf(viewer.id);
      if (panda) panda.answers = answers;
      else {
        const name = pandaNameFor(soul, language);
        panda = { id: state.nextId('panda'), ownerId: viewer.id, name, answers, createdAt: new Date() };
        pandas.push(panda);
      }
      return {
        success: true,
        message: messageText(language, 'quiz.saved'),
        pandaId: panda.id,
        signature: { topTrait: soul.topTrait, traits: soul.traits, ...personalityOf(soul, language) },
      };
    }),
  ];
}

function circleHandlers(state: MockState): HttpHandler[] {
  const { circles } = state.community;
  return [
    mock('GET /api/circles', ({ query }) => {
      return newestFirst(circles)
        .filter(({ name, description }) => textsContain([name, description], query.q ?? ''))
        .map((circle) => state.presentCircle(circle));
    }),
    mock('POST /api/circles', ({ body }) => {
      const viewer = state.viewer();
      const gated = body.circleType === 'stake_gated';
      const circle = {
        id: state.nextId('circle'),
        name: body.name,
        description: body.description,
        circleType: body.circleType,
        ownerId: viewer.id,
        memberIds: [viewer.id],
        gatePandaId: gated ? (body.gatePandaId ?? null) : null,
        gateMinAmount: gated
          ? toBamboo(toHundredths(body.gateMinAmount ?? limits.circles.gateDefault))
          : null,
        createdAt: new Date(),
      };
      circles.push(circle);
      return state.presentCircle(circle);
    }),
    mock('POST /api/circles/:id/join', ({ params }) => {
      const viewer = state.viewer();
      const circle = state.circle(params.id);
      if (circle.memberIds.includes(viewer.id)) return state.presentCircle(circle);
      if (circle.circleType === 'invite') throw new MockFailure(403, 'invite_required');
      const required = circle.gateMinAmount;
      const current = state.staked(viewer.id, circle.gatePandaId);
      if (required !== null && current < toHundredths(required)) {
        const details = { pandaId: circle.gatePandaId, required, current: toBamboo(current) };
        throw new MockFailure(403, 'stake_required', { details });
      }
      circle.memberIds.push(viewer.id);
      return state.presentCircle(circle);
    }),
  ];
}
