import { grantKinds } from '../account.ts';
import { buildFirstSteps, buildInviteLink, buildPlace, buildUser, demoCommunity } from '../fixtures/index.ts';
import { limits } from '../limits.ts';
import { type Answers, emptyAnswers } from './answers.ts';
import { typicalIntroductions } from './introductions.ts';
import { typicalCircles } from './typical-circles.ts';
import { typicalNotifications } from './typical-notifications.ts';
import { typicalPandas } from './typical-pandas.ts';
import { typicalPeople, typicalTies, typicalUsers } from './typical-people.ts';

let made: Answers | undefined;

/** The seed's community as its demo account sees it. Each call returns a new copy. */
export function typicalAnswers(): Answers {
  // A copy takes a fifth of the time, and each test, story and page starts with one.
  return structuredClone((made ??= makeTypicalAnswers()));
}

function makeTypicalAnswers(): Answers {
  const community = demoCommunity();
  const users = typicalUsers(community);
  const ties = typicalTies(community, users);
  const people = typicalPeople(community, users, ties);
  const bamboo = typicalPandas(community, users);
  const circles = typicalCircles(community, users, bamboo.pandas);
  const introductions = typicalIntroductions(people.friends, [...users.values()], circles.circles);
  return {
    ...emptyAnswers(),
    ...people,
    ...bamboo,
    ...circles,
    ...introductions,
    user: buildUser({ pandaId: bamboo.pandas.find((panda) => panda.isMine)?.id ?? null }),
    notifications: typicalNotifications({ ...bamboo, ...circles, ...introductions, ties, users }),
    common: {
      circles: circles.circles.filter(({ membership }) => membership !== 'none').slice(0, 2),
      friends: people.friends.slice(0, 4).map(({ friend }) => friend),
      hasMoreFriends: false,
      reasons: [{ kind: 'trait', trait: 'warmth' }],
    },
    firstSteps: buildFirstSteps({
      steps: { profile: true, circle: true, fren: true },
      grants: grantKinds.map((kind) => ({ kind, amount: limits.grants[kind] })),
    }),
    places: [
      buildPlace(),
      buildPlace({
        id: 'phone',
        current: false,
        browser: { name: 'Safari', system: 'iOS' },
        lastSeenAt: '2026-11-19T18:05:00.000Z',
      }),
      buildPlace({ id: 'unknown', current: false, browser: null, lastSeenAt: '2026-11-11T07:30:00.000Z' }),
    ],
    inviteLink: buildInviteLink({ uses: 3 }),
  };
}
