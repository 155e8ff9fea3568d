import type { FirstSteps, Home, Person, PublicUser } from '@frens/contract';
import { changeData, queryKeys } from '@frens/platform';
import { personKey } from './person.queries.ts';

// Cache updates after an answer: the answered item leaves the home and persons' pages, and people show their new relation.

/** Updates the cached home. */
export function changeHome(change: (home: Home) => Home): void {
  changeData<Home>(queryKeys.home, change);
}

/** Removes an answered or withdrawn item (request, introduction, invitation, conversation) from the cache. */
export function removeWaiting(answeredId: string): void {
  const without = <Item>(
    { items, total }: { items: Item[]; total: number },
    idOf: (item: Item) => string,
  ) => {
    const left = items.filter((item) => idOf(item) !== answeredId);
    return { items: left, total: total - (items.length - left.length) };
  };
  const ownId = ({ id }: { id: string }) => id;
  const isOpen = ({ id }: { id: string }) => id !== answeredId;
  changeData<Person>(personKey, ({ waiting, ...person }) => ({
    ...person,
    waiting: {
      introductions: waiting.introductions.filter(isOpen),
      made: waiting.made.filter(isOpen),
      invitations: waiting.invitations.filter(isOpen),
      circleRequests: waiting.circleRequests.filter(({ request }) => isOpen(request)),
    },
  }));
  changeHome(({ waiting, ...home }) => ({
    ...home,
    waiting: {
      requests: without(waiting.requests, ownId),
      introductions: without(waiting.introductions, ownId),
      invitations: without(waiting.invitations, ownId),
      circleRequests: without(waiting.circleRequests, ({ request }) => request.id),
      conversations: without(waiting.conversations, ownId),
    },
  }));
}

/** Updates the relation of a suggested person on the home. */
export function updateRelationOnHome(id: string, changes: Pick<PublicUser, 'relation' | 'canConnect'>): void {
  changeHome((home) => ({
    ...home,
    people: home.people.map((one) => (one.id === id ? { ...one, ...changes } : one)),
  }));
}

type Step = keyof FirstSteps['steps'];

/** The home with a step of the first visit done (D56). */
export const withStep = ({ firstSteps, ...home }: Home, step: Step): Home => ({
  ...home,
  firstSteps: { ...firstSteps, steps: { ...firstSteps.steps, [step]: true } },
});

/** The home after joining a circle; the first circle is also the only one. */
export const withCircle = (home: Home, id: string): Home => {
  const { firstSteps } = home;
  const onlyCircle = firstSteps.steps.circle ? null : id;
  return withStep({ ...home, firstSteps: { ...firstSteps, onlyCircle } }, 'circle');
};

export const joinCircleOnHome = (id: string) => changeHome((home) => withCircle(home, id));

export const completeStepOnHome = (step: Step) => changeHome((home) => withStep(home, step));

/** The home with one more friend. The first friend also becomes news at once, for the milestone. */
export function withFriend({ figures, ...home }: Home, friend: PublicUser): Home {
  const news = {
    kind: 'friend' as const,
    id: friend.id,
    friend,
    hasMessages: false,
    at: new Date().toISOString(),
  };
  const changes = {
    news: home.firstSteps.steps.fren ? home.news : [news, ...home.news],
    figures: { ...figures, connections: figures.connections + 1 },
  };
  return withStep({ ...home, ...changes }, 'fren');
}

export const countFriendOnHome = (friend: PublicUser) => changeHome((home) => withFriend(home, friend));
