import type { FirstSteps, Home, HomeNews, SelfUser } from '@frens/contract';
import { readFirstCircle } from '@frens/members/first-circle';
import { safeLocalStorage, useSearchParams } from '@frens/platform';
import { useEffect, useState } from 'react';
import { withCircle, withFriend } from '../../members/home-changes.ts';
import type { DelayedSends } from '../../members/use-delayed-sends.ts';

/** The parameter that brings it back, from the user menu. */
const askedFor = 'welcome';
const keyOf = ({ id }: SelfUser) => `first-visit:${id}`;

// A browser that keeps nothing shows it at each visit until its steps are done.

const over = 'over';
const readKept = (key: string) => safeLocalStorage.read(key)?.split(' ') ?? [];

type Steps = FirstSteps['steps'];

const stepNames = ['profile', 'circle', 'fren'] as const;

/** What a first visit comes to: all steps done, by the first friend or otherwise, or the first friend, or the first circle. */
export type Reached = 'allByFren' | 'all' | 'fren' | 'circle';

export interface FirstVisit extends FirstSteps {
  /** What was done since this browser showed the steps last, until it is closed or the page is left. Null for none, and for who had done it before. */
  reached: Reached | null;
  /** The first friend, where that is what was reached. */
  newFriend: Extract<HomeNews, { kind: 'friend' }> | undefined;
  closeReached: () => void;
  /** Whether its steps are hidden, and only what was reached is shown. */
  isPutAway: boolean;
  putAway: () => void;
}

/** Steps as this browser showed them last; null before it did, or where that cannot be read. */
function readShownSteps(key: string): Partial<Steps> | null {
  const names = readKept(key).filter((name) => name !== over);
  return names.length === 0 ? null : Object.fromEntries(names.map((name) => [name, true]));
}

/** Keeps the steps as shown, of which none is a name, too, and whether they are put away. */
function writeShownSteps(key: string, steps: Partial<Steps>, isOver: boolean): void {
  const done = stepNames.filter((step) => steps[step]).join(' ');
  safeLocalStorage.write(key, isOver ? `${over} ${done}` : done);
}

const allDone = (steps: Partial<Steps>) => stepNames.every((step) => steps[step]);

/** What this browser has kept of a member; nothing until it is known who they are. */
const readKeptOf = (user: SelfUser | null) => ({
  id: user?.id,
  isOver: user !== null && readKept(keyOf(user)).includes(over),
  shown: user && readShownSteps(keyOf(user)),
});

/** The home as it is once what can still be undone is sent. */
export function expectHome(home: Home, { get }: DelayedSends): Home {
  const { requests, invitations } = home.waiting;
  const accepted = requests.items.find(({ id }) => get(id)?.answer === 'accept');
  const befriended = accepted ? withFriend(home, accepted.user) : home;
  const joined = invitations.items.find(({ id }) => get(id)?.answer === 'join');
  return joined ? withCircle(befriended, joined.id) : befriended;
}

/** What has been done since: the last of all steps, else the first friend, else the first circle, unless its own page has celebrated it. */
function reachedSince(before: Partial<Steps>, steps: Steps): Reached | null {
  const gained = stepNames.filter((step) => steps[step] && !before[step]);
  if (gained.length === 0) return null;
  if (allDone(steps)) return gained.includes('fren') ? 'allByFren' : 'all';
  if (gained.includes('fren')) return 'fren';
  return gained.includes('circle') && readFirstCircle() !== 'celebrated' ? 'circle' : null;
}

/** The steps before a first circle that was made in this browser, before the home was opened in it; else as they are. */
function stepsBefore(steps: Steps): Partial<Steps> {
  return readFirstCircle() === 'made' ? { ...steps, circle: false } : steps;
}

/**
 * The first visit of a member until its steps are done or it is put away on this device (D56); null for all later ones.
 * `loading`: it most likely is one, and is not known yet.
 *
 * What it comes to is shown with the press, behind the undo: nothing moves by itself.
 *
 * @param user once they are known
 * @param home once it is there
 * @param expected the home once what can still be undone is sent
 */
export function useFirstVisit(
  user: SelfUser | null,
  home: Home | undefined,
  expected: Home | undefined,
  isPending: boolean,
): FirstVisit | 'loading' | null {
  const [params, setParams] = useSearchParams();
  const [stored, setStored] = useState(() => readKeptOf(user));
  const kept = stored.id === user?.id ? stored : readKeptOf(user);
  if (kept !== stored) setStored(kept);
  const { isOver, shown } = kept;
  const [closed, setClosed] = useState<Reached | null>(null);
  const data = home?.firstSteps;
  const [atFirst, setAtFirst] = useState<Steps | undefined>();
  const [before, setBefore] = useState<Partial<Steps>>({});
  const [announced, setAnnounced] = useState<Reached | null>(null);
  if (data && !atFirst) {
    setAtFirst(data.steps);
    const earlier = shown ?? stepsBefore(data.steps);
    setBefore(earlier);
    setAnnounced(reachedSince(earlier, data.steps));
  }
  const isAskedFor = params.has(askedFor);
  const isWanted = user?.profileComplete && (isAskedFor || !isOver);
  const isDone = data ? allDone(data.steps) : false;

  const next = expected && atFirst ? reachedSince(before, expected.firstSteps.steps) : null;
  // What comes later than the press, or from others, waits until the page is opened again.
  if (next !== announced && (!next || expected !== home)) setAnnounced(next);
  const reached = isAskedFor || announced === closed ? null : announced;

  // What is on show is celebrated and does not come again.
  const seen = next === announced ? data?.steps : before;
  useEffect(() => {
    if (user && seen) writeShownSteps(keyOf(user), seen, isOver || isDone);
  }, [seen, isOver, isDone, user]);

  // Who has told of themselves may have all behind them, on another device: a wrong guess moves the heading.
  if (isWanted && isPending) return isAskedFor || shown || !user.bio ? 'loading' : null;
  if (!expected || !atFirst || !user?.profileComplete) return null;
  // Done while the page is open, the steps stay until it is opened again: nothing below moves.
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
      setStored({ ...kept, isOver: true });
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
