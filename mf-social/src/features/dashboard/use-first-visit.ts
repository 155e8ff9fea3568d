import type { FirstSteps, Home, HomeNews, SelfUser } from '@frens/contract';
import { readFirstCircle } from '@frens/members/first-circle';
import { safeLocalStorage, useSearchParams } from '@frens/platform';
import { useEffect, useState } from 'react';
import { withCircle, withFriend } from '../../members/home-changes.ts';
import type { DelayedSends } from '../../members/use-delayed-sends.ts';

/** The query parameter by which the user menu reopens the first visit. */
const askedFor = 'welcome';
const keyOf = ({ id }: SelfUser) => `first-visit:${id}`;

// Without local storage, the steps show on each visit until they are done.

const over = 'over';
const readKept = (key: string) => safeLocalStorage.read(key)?.split(' ') ?? [];

type Steps = FirstSteps['steps'];

const stepNames = ['profile', 'circle', 'fren'] as const;

/** Milestones of the first visit: all steps (completed by the first friend or otherwise), the first friend, the first circle. */
export type Reached = 'allByFren' | 'all' | 'fren' | 'circle';

export interface FirstVisit extends FirstSteps {
  /** The milestone since this browser last showed the steps, until closed or the page is left. Null if none, or reached before that. */
  reached: Reached | null;
  /** The first friend, if the milestone is a friendship. */
  newFriend: Extract<HomeNews, { kind: 'friend' }> | undefined;
  closeReached: () => void;
  /** Whether the steps are hidden, so that only the milestone shows. */
  isPutAway: boolean;
  putAway: () => void;
}

/** The done steps when this browser last showed them; null if it never did, or if storage is unavailable. */
function readShownSteps(key: string): Partial<Steps> | null {
  const names = readKept(key).filter((name) => name !== over);
  return names.length === 0 ? null : Object.fromEntries(names.map((name) => [name, true]));
}

/** Stores the done steps and whether the member dismissed them. An empty list is stored too: it differs from "never shown". */
function writeShownSteps(key: string, steps: Partial<Steps>, isOver: boolean): void {
  const done = stepNames.filter((step) => steps[step]).join(' ');
  safeLocalStorage.write(key, isOver ? `${over} ${done}` : done);
}

const allDone = (steps: Partial<Steps>) => stepNames.every((step) => steps[step]);

/** What this browser stores about a member; nothing before the session is known. */
const readMemberStorage = (user: SelfUser | null) => ({
  id: user?.id,
  isOver: user !== null && readKept(keyOf(user)).includes(over),
  shown: user && readShownSteps(keyOf(user)),
});

/** Applies answers that can still be undone to the home (optimistic update). */
export function applyUndoableAnswers(home: Home, { get }: DelayedSends): Home {
  const { requests, invitations } = home.waiting;
  const accepted = requests.items.find(({ id }) => get(id)?.answer === 'accept');
  const befriended = accepted ? withFriend(home, accepted.user) : home;
  const joined = invitations.items.find(({ id }) => get(id)?.answer === 'join');
  return joined ? withCircle(befriended, joined.id) : befriended;
}

/** The milestone between two states of the steps. A circle counts unless its own page has celebrated it. */
function milestoneSince(before: Partial<Steps>, steps: Steps): Reached | null {
  const gained = stepNames.filter((step) => steps[step] && !before[step]);
  if (gained.length === 0) return null;
  if (allDone(steps)) return gained.includes('fren') ? 'allByFren' : 'all';
  if (gained.includes('fren')) return 'fren';
  return gained.includes('circle') && readFirstCircle() !== 'celebrated' ? 'circle' : null;
}

/** The steps before a first circle that was created in this browser before the home was first opened; otherwise unchanged. */
function stepsBefore(steps: Steps): Partial<Steps> {
  return readFirstCircle() === 'made' ? { ...steps, circle: false } : steps;
}

/**
 * The first visit, until the member completes its steps or dismisses it on this device (D56); null on all later visits.
 * `loading`: probably a first visit, but the data is not there yet.
 *
 * A milestone appears together with the member's own press, next to Undo, so nothing moves unprompted.
 *
 * @param user undefined until the session is known
 * @param home undefined while loading
 * @param expected the home with undoable answers applied
 */
export function useFirstVisit(
  user: SelfUser | null,
  home: Home | undefined,
  expected: Home | undefined,
  isPending: boolean,
): FirstVisit | 'loading' | null {
  const [params, setParams] = useSearchParams();
  const [stored, setStored] = useState(() => readMemberStorage(user));
  const storage = stored.id === user?.id ? stored : readMemberStorage(user);
  if (storage !== stored) setStored(storage);
  const { isOver, shown } = storage;
  const [closed, setClosed] = useState<Reached | null>(null);
  const data = home?.firstSteps;
  const [atFirst, setAtFirst] = useState<Steps | undefined>();
  const [before, setBefore] = useState<Partial<Steps>>({});
  const [announced, setAnnounced] = useState<Reached | null>(null);
  if (data && !atFirst) {
    setAtFirst(data.steps);
    const earlier = shown ?? stepsBefore(data.steps);
    setBefore(earlier);
    setAnnounced(milestoneSince(earlier, data.steps));
  }
  const isAskedFor = params.has(askedFor);
  const isWanted = user?.profileComplete && (isAskedFor || !isOver);
  const isDone = data ? allDone(data.steps) : false;

  const next = expected && atFirst ? milestoneSince(before, expected.firstSteps.steps) : null;
  // Milestones that arrive later, or through other members, wait until the page reopens.
  if (next !== announced && (!next || expected !== home)) setAnnounced(next);
  const reached = isAskedFor || announced === closed ? null : announced;

  // A milestone on screen counts as shown and does not return.
  const shownSteps = next === announced ? data?.steps : before;
  useEffect(() => {
    if (user && shownSteps) writeShownSteps(keyOf(user), shownSteps, isOver || isDone);
  }, [shownSteps, isOver, isDone, user]);

  // A member with a bio may have finished on another device: a wrong guess would make the heading jump.
  if (isWanted && isPending) return isAskedFor || shown || !user.bio ? 'loading' : null;
  if (!expected || !atFirst || !user?.profileComplete) return null;
  // Steps completed while the page is open stay until it reopens, so that nothing below moves.
  const isHidden = !isWanted || (allDone(atFirst) && !isAskedFor);
  if (isHidden && !reached) return null;
  return {
    ...expected.firstSteps,
    reached,
    newFriend:
      reached === 'fren' || reached === 'allByFren'
        ? expected.news.find((one) => one.kind === 'friend')
        : undefined,
    closeReached: () => setClosed(announced),
    isPutAway: isHidden,
    putAway() {
      setStored({ ...storage, isOver: true });
      setParams(
        (current) => {
          current.delete(askedFor);
          return current;
        },
        { replace: true },
      );
    },
  };
}
