import type { Home } from '../home.ts';
import { limits } from '../limits.ts';
import type { ListedUser, PublicUser } from '../members.ts';
import { type Traits, topTraitOf } from '../panda-scoring.ts';
import type { MatchReason } from '../reasons.ts';
import type { Answers } from './answers.ts';
import { listedConversations } from './connections.ts';
import { listOf, requireMember, shownUsers } from './lookup.ts';
import type { Resolvers } from './mock.ts';
import { countUnread } from './notifications.ts';
import { filterMembers, keptRequests } from './people.ts';

/** The home (D69), composed from the other calls' answers; and members with reasons (D70). */
export function homeResolvers(answers: Answers) {
  return {
    'GET /api/user': () => ({ ...requireMember(answers), unread: countUnread(answers) }),
    'GET /api/home': () => homeOf(answers),
    'GET /api/users': ({ query: { sort, ...query } }) => {
      const listed = filterMembers(shownUsers(answers), query).map((one) => listedUser(answers, one));
      return sort === 'newest' ? listed : byReasons(listed);
    },
  } satisfies Partial<Resolvers>;
}

const byReasons = (all: ListedUser[]) =>
  all.toSorted((one, other) => other.reasons.length - one.reasons.length);

/** A member with what they have in common with the signed-in member. */
export function listedUser({ user, pandas }: Answers, one: PublicUser): ListedUser {
  const traitOf = (pandaId: string | null | undefined) => {
    const panda = pandas.find(({ id }) => id === pandaId);
    // Safe: a Panda has the five traits.
    return panda ? topTraitOf(panda.traits as Traits) : null;
  };
  const leadingTrait = traitOf(one.pandaId);
  const shared = one.interests.find((interest) => user?.interests.includes(interest));
  const reasons: MatchReason[] = [];
  if (shared !== undefined) reasons.push({ kind: 'interest', name: shared });
  if (leadingTrait && leadingTrait === traitOf(user?.pandaId))
    reasons.push({ kind: 'trait', trait: leadingTrait });
  if (one.age !== null && user?.age && Math.abs(one.age - user.age) <= 5) reasons.push({ kind: 'age' });
  return { ...one, leadingTrait, reasons };
}

const fewOf = <Item>(items: Item[]) => ({
  items: items.slice(0, limits.home.waiting),
  total: Math.min(items.length, limits.home.counted),
});

function homeOf(answers: Answers): Home {
  const user = requireMember(answers);
  const { circles, circlePosts, friends, matches, matchesMade, notifications } = answers;
  const open = matches.filter(({ status }) => status === 'pending');
  const introduced = new Set(open.map(({ other }) => other.id));
  const joined = circles.filter(({ membership }) => !['none', 'requested'].includes(membership));
  const people = shownUsers(answers).filter(
    ({ id, canConnect, relation }) => canConnect && relation === 'none' && !introduced.has(id),
  );
  const named = ({ id, name }: { id: string; name: string }) => ({ id, name });
  const news: Home['news'] = [
    ...joined.flatMap((circle) =>
      (circlePosts.get(circle.id) ?? [])
        .filter(({ author }) => author.id !== user.id)
        .map((post) => ({
          kind: 'post' as const,
          id: post.id,
          circle: named(circle),
          post,
          at: post.createdAt,
        })),
    ),
    ...friends.map(({ id, friend, since: at }) => {
      const hasMessages = listOf(answers.messages, id).length > 0;
      return { kind: 'friend' as const, id, friend, hasMessages, at };
    }),
    ...notifications.flatMap(({ id, kind, actor, createdAt }) =>
      kind === 'backer' && actor ? [{ kind: 'backer' as const, id, backer: actor, at: createdAt }] : [],
    ),
  ];
  return {
    waiting: {
      requests: fewOf(answers.pending.filter(({ direction }) => direction === 'incoming')),
      introductions: fewOf(open.filter(({ myAnswer }) => myAnswer === null)),
      invitations: fewOf(circles.filter(({ wayIn }) => wayIn.kind === 'invited')),
      circleRequests: fewOf(keptRequests(answers)),
      conversations: fewOf(listedConversations(answers).filter(({ isUnread }) => isUnread)),
    },
    news: news.toSorted((one, other) => other.at.localeCompare(one.at)).slice(0, limits.home.news),
    people: byReasons(people.map((one) => listedUser(answers, one))).slice(0, limits.home.people),
    circles: circles
      .filter(({ wayIn }) => ['join', 'ask', 'stake'].includes(wayIn.kind))
      .map((circle) => {
        const name = user.interests.find((interest) =>
          `${circle.name} ${circle.description}`.toLowerCase().includes(interest),
        );
        return { circle, reason: name === undefined ? null : { kind: 'interest' as const, name } };
      })
      .toSorted((one, other) => Number(other.reason !== null) - Number(one.reason !== null))
      .slice(0, limits.home.circles),
    panda: answers.pandas.find(({ id }) => id === user.pandaId) ?? null,
    wallet: answers.wallet,
    figures: {
      connections: friends.length,
      hasMoreConnections: false,
      matchesMade: matchesMade.filter(({ status }) => status === 'accepted').length,
      matchRequests: open.length,
    },
    firstSteps: { ...answers.firstSteps, onlyCircle: joined.length === 1 ? (joined[0]?.id ?? null) : null },
  };
}
