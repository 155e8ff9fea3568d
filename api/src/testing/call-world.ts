import { idFrom } from '../database/ids.ts';
import { suspendMember } from '../resources/moderation/suspend-member.ts';
import { openSession } from './crowds.ts';
import { quizSubmission } from './factories.ts';
import type { TestApp, TestClient, TestMember } from './test-app.ts';

/** The callers. A call's subject belongs to the owner. */
export const listed = ['visitor', 'incomplete', 'member', 'friend', 'blocked', 'owner'] as const;
export const roles = [...listed, 'admin', 'suspended'] as const;
type Role = (typeof roles)[number];

/** Subjects that bodies and queries refer to. */
export interface Named {
  owner: { id: string };
  /** A member without ties to anybody. */
  other: { id: string };
  pandaId: string;
}

export interface People {
  owner: TestMember;
  callers: Record<Role, TestClient>;
  other: TestMember;
}

export interface World extends People {
  app: TestApp;
  /** The friendship of the owner and the friend. */
  friendshipId: string;
  pandaId: string;
  circleId: string;
  stakeId: string;
  code: string;
}

export async function makeWorld(app: TestApp): Promise<World> {
  const people = await makePeople(app);
  const { owner, callers } = people;
  const [friendship] = await owner.call('GET /api/connections');
  const { pandaId } = await owner.call('POST /api/vibe-quiz', { body: quizSubmission() });
  const staked = await owner.call('POST /api/stake-bamboo', { body: { pandaId, amount: '2' } });
  const { url } = await owner.call('POST /api/invite-link');
  return {
    ...people,
    app,
    friendshipId: friendship?.id ?? '',
    pandaId,
    circleId: await circleWith(owner, callers.admin),
    stakeId: staked.stake.id,
    code: new URL(url).searchParams.get('invite') ?? '',
  };
}

export async function makePeople(app: TestApp): Promise<People> {
  const [owner, incomplete, stranger, friend, blocked, admin, other] = await Promise.all([
    app.member(),
    app.member(),
    app.member(),
    app.member(),
    app.member(),
    app.member(),
    app.member(),
  ]);
  await app.services.db.models.User.updateOne({ _id: incomplete.id }, { profileComplete: false });
  await app.befriend(owner, friend);
  await owner.call('POST /api/users/:id/block', { params: { id: blocked.id } });
  const suspended = await suspendedMember(app);
  const callers = {
    visitor: app.visitor(),
    incomplete,
    member: stranger,
    friend,
    blocked,
    owner,
    admin,
    suspended,
  };
  return { owner, callers, other };
}

/** Creates a circle of the owner with an admin; returns its id. */
export async function circleWith(owner: TestMember, admin: TestClient): Promise<string> {
  const { id } = await owner.call('POST /api/circles', { body: { name: 'Of the owner' } });
  await admin.call('POST /api/circles/:id/join', { params: { id }, body: {} });
  const uid = (await admin.call('GET /api/user')).id;
  await owner.call('PATCH /api/circles/:id/members/:uid', { params: { id, uid }, body: { role: 'admin' } });
  return id;
}

/** A suspended member with a session. */
async function suspendedMember(app: TestApp): Promise<TestMember> {
  const away = await app.member();
  const moderation = { services: app.services, who: 'kim' };
  await suspendMember(moderation, idFrom(away.id), { days: null, reason: 'Ads.', language: 'en' });
  away.cookies.set('sid', await openSession(app.services, idFrom(away.id)));
  return away;
}
