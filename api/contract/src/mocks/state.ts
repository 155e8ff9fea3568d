import { toBamboo, toHundredths } from '../bamboo.ts';
import type { Relation } from '../choices.ts';
import type { Circle } from '../circles.ts';
import type { Connection, Friend, PendingConnection } from '../connections.ts';
import { fixtureId } from '../fixtures/index.ts';
import type {
  CircleRecord,
  Community,
  ConnectionRecord,
  MemberRecord,
  PandaRecord,
} from '../fixtures/records.ts';
import { limits } from '../limits.ts';
import type { PublicUser, SelfUser } from '../members.ts';
import type { Language } from '../messages.ts';
import { readSoul } from '../panda-scoring.ts';
import { personalityOf } from '../panda-texts.ts';
import type { Panda } from '../pandas.ts';
import { frenQuotient } from '../quotient.ts';
import type { Stake } from '../stakes.ts';
import { visibleProfile } from '../visibility.ts';
import { MockFailure } from './mock.ts';

/**
 * A community in memory, seen by one signed-in member. It remembers what the pages do, so that a click shows its
 * effect; rules of the API that no page depends on are left to the API.
 */
export class MockState {
  readonly community: Community;
  /** Id of the signed-in member; null when signed out. */
  viewerId: string | null;
  private made = 0;

  constructor(community: Community, { signedIn }: { signedIn: boolean }) {
    this.community = community;
    this.viewerId = signedIn ? (community.members[0]?.id ?? null) : null;
  }

  nextId(kind: string): string {
    this.made += 1;
    return fixtureId(`new ${kind}`, this.made);
  }

  viewer(): MemberRecord {
    const viewer = this.community.members.find((member) => member.id === this.viewerId);
    if (!viewer) throw new MockFailure(401, 'signed_out');
    return viewer;
  }

  member(id: string): MemberRecord {
    const member = this.community.members.find((one) => one.id === id);
    if (!member) throw new MockFailure(404, 'not_found');
    return member;
  }

  panda(id: string): PandaRecord {
    const panda = this.community.pandas.find((one) => one.id === id);
    if (!panda) throw new MockFailure(404, 'not_found');
    return panda;
  }

  circle(id: string): CircleRecord {
    const circle = this.community.circles.find((one) => one.id === id);
    if (!circle) throw new MockFailure(404, 'not_found');
    return circle;
  }

  connection(id: string): ConnectionRecord {
    const connection = this.community.connections.find((one) => one.id === id);
    const mine = connection?.requesterId === this.viewerId || connection?.addresseeId === this.viewerId;
    if (!connection || !mine) throw new MockFailure(404, 'not_found');
    return connection;
  }

  /** Hundredths that a member has in open stakes, in one Panda or in all. */
  staked(memberId: string, pandaId: string | null = null): number {
    return this.community.stakes
      .filter((one) => one.stakerId === memberId && (pandaId === null || one.pandaId === pandaId))
      .reduce((sum, one) => sum + toHundredths(one.amount), 0);
  }

  /** Hundredths that a member has left of the grants. */
  balance(memberId: string): number {
    const quiz = this.community.pandas.some((panda) => panda.ownerId === memberId) ? limits.grants.quiz : '0';
    return toHundredths(limits.grants.welcome) + toHundredths(quiz) - this.staked(memberId);
  }

  between(memberId: string): ConnectionRecord | undefined {
    return this.community.connections.find(
      (one) =>
        (one.requesterId === memberId && one.addresseeId === this.viewerId) ||
        (one.addresseeId === memberId && one.requesterId === this.viewerId),
    );
  }

  relation(memberId: string): Relation {
    const tie = this.between(memberId);
    if (!tie) return 'none';
    if (tie.status === 'accepted') return 'friend';
    return tie.requesterId === this.viewerId ? 'outgoing' : 'incoming';
  }

  /** A member as the signed-in one sees them; null when they may not. */
  publicUser(member: MemberRecord): PublicUser | null {
    const relation = this.relation(member.id);
    const viewpoint =
      member.id === this.viewerId
        ? 'self'
        : relation === 'friend'
          ? 'friend'
          : relation === 'none'
            ? 'other'
            : 'related';
    const { username, name, age, gender, bio, occupation, interests, location } = member;
    const profile = { id: member.id, username, name, age, gender, bio, occupation, interests, location };
    const shown = visibleProfile(
      { ...profile, profileImage: '', online: false, pandaId: this.pandaOf(member.id)?.id ?? null },
      member.privacy,
      this.viewerId === null ? 'visitor' : viewpoint,
    );
    if (!shown) return null;
    const canConnect = relation === 'incoming' || (relation === 'none' && member.privacy.allowFriendRequests);
    return { ...shown, relation, canConnect };
  }

  pandaOf(memberId: string): PandaRecord | undefined {
    return this.community.pandas.find((panda) => panda.ownerId === memberId);
  }

  self(member: MemberRecord): SelfUser {
    const { privacy: _privacy, createdAt, ...rest } = member;
    return {
      ...rest,
      pendingEmail: null,
      profileImage: '',
      profileComplete: true,
      hasPassword: true,
      pandaId: this.pandaOf(member.id)?.id ?? null,
      bambooBalance: toBamboo(this.balance(member.id)),
      createdAt: createdAt.toISOString(),
    };
  }

  presentPanda(panda: PandaRecord, language: Language): Panda {
    const soul = readSoul(panda.answers);
    const stakes = this.community.stakes.filter((one) => one.pandaId === panda.id);
    const byBacker = new Map<string, number>();
    for (const { stakerId, amount } of stakes) {
      byBacker.set(stakerId, (byBacker.get(stakerId) ?? 0) + toHundredths(amount));
    }
    const counted = [...byBacker].filter(([id]) => id !== panda.ownerId && this.member(id).emailVerified);
    const quotient = frenQuotient({
      quizDone: true,
      stakesByBacker: counted.map(([, amount]) => amount),
      connections: this.community.connections.filter(
        (one) => one.status === 'accepted' && [one.requesterId, one.addresseeId].includes(panda.ownerId),
      ).length,
      acceptedMatches: 0,
    });
    const owner = this.publicUser(this.member(panda.ownerId));
    return {
      id: panda.id,
      name: panda.name,
      imageUrl: `/media/pandas/${panda.id}.svg`,
      traits: soul.traits,
      totalBambooStaked: toBamboo([...byBacker.values()].reduce((sum, amount) => sum + amount, 0)),
      frenQuotient: quotient.total,
      frenQuotientParts: quotient.parts,
      uniqueBackers: byBacker.size,
      aiPersonality: personalityOf(soul, language),
      owner: owner && {
        id: owner.id,
        username: owner.username,
        name: owner.name,
        profileImage: owner.profileImage,
      },
      isMine: panda.ownerId === this.viewerId,
      createdAt: panda.createdAt.toISOString(),
    };
  }

  presentStake(stake: Community['stakes'][number]): Stake {
    const staker = this.member(stake.stakerId);
    const known =
      staker.id === this.viewerId || (staker.privacy.activityVisible && this.publicUser(staker) !== null);
    return {
      ...stake,
      stakerId: known ? stake.stakerId : 'anonymous',
      createdAt: stake.createdAt.toISOString(),
    };
  }

  presentCircle({ memberIds, ...circle }: CircleRecord): Circle {
    const isMember = this.viewerId !== null && memberIds.includes(this.viewerId);
    return {
      ...circle,
      isPandaGated: circle.circleType === 'stake_gated',
      memberCount: memberIds.length,
      membership: circle.ownerId === this.viewerId ? 'owner' : isMember ? 'member' : 'none',
      createdAt: circle.createdAt.toISOString(),
    };
  }

  presentConnection(one: ConnectionRecord): Connection {
    const outgoing = one.requesterId === this.viewerId;
    return {
      id: one.id,
      friendId: outgoing ? one.addresseeId : one.requesterId,
      status: one.status,
      direction: outgoing ? 'outgoing' : 'incoming',
      createdAt: one.createdAt.toISOString(),
    };
  }

  friends(): Friend[] {
    return this.mine('accepted').flatMap(({ one, other }) =>
      other ? [{ id: one.id, friendId: other.id, friend: other, since: one.createdAt.toISOString() }] : [],
    );
  }

  pending(): PendingConnection[] {
    return this.mine('pending').flatMap(({ one, other }) => {
      if (!other) return [];
      const { id, direction, createdAt } = this.presentConnection(one);
      return [{ id, direction, user: other, note: one.note, createdAt }];
    });
  }

  private mine(status: ConnectionRecord['status']) {
    const viewer = this.viewer();
    return newestFirst(this.community.connections)
      .filter((one) => one.status === status && [one.requesterId, one.addresseeId].includes(viewer.id))
      .map((one) => ({
        one,
        other: this.publicUser(
          this.member(one.requesterId === viewer.id ? one.addresseeId : one.requesterId),
        ),
      }));
  }
}

export function newestFirst<Item extends { createdAt: Date }>(items: readonly Item[]): Item[] {
  return [...items].sort((a, b) => b.createdAt.getTime() - a.createdAt.getTime());
}
