import type { FirstSteps, Home, SelfUser } from '@frens/contract';
import { isFirstCircleCelebrated } from '@frens/members/first-circle';
import { safeLocalStorage, safeSessionStorage, useSearchParams } from '@frens/platform';
import { useEffect, useState } from 'react';
import { withFriend, withStep } from '../../members/home-changes.ts';
import type { DelayedSends } from '../../members/use-delayed-sends.ts';

/** The parameter that brings it back, from the user menu. */
const askedFor = 'welcome';
const keyOf = ({ id }: SelfUser) => `first-visit:${id}`;

// A browser that keeps nothing shows it at each visit until its steps are done.

const over = 'over';
const isPutAway = (key: string) => safeLocalStorage.read(key) === over;
const keepPutAway = (key: string) => safeLocalStorage.write(key, over);

type Steps = FirstSteps['steps'];

const stepNames = ['profile', 'circle', 'fren'] as const;

/** What a first visit comes to: all steps done, by the first friend or otherwise, or the first friend, or the first circle. */
const milestones = ['allByFren', 'all', 'fren', 'circle'] as const;
export type Reached = (typeof milestones)[number];

/** Its celebration stays through reloads until it is closed. */
const milestoneKeyOf = ({ id }: SelfUser) => `milestone:${id}`;
const readMilestone = (key: string) => {
  const kept = safeSessionStorage.read(key);
  return milestones.find((one) => one === kept) ?? null;
};

export interface FirstVisit extends FirstSteps {
  /** What was done since this browser showed the steps last, until it is closed. Null for none, and for who had done it before. */
  reached: Reached | null;
  closeReached: () => void;
  /** Whether its steps are hidden, and only what was reached is shown. */
  isPutAway: boolean;
  putAway: () => void;
}

/** Steps as this browser showed them last; null before it did, or where that cannot be read. */
function readShownSteps(key: string): Partial<Steps> | null {
  const kept = safeLocalStorage.read(key);
  return kept === null || kept === over
    ? null
    : Object.fromEntries(kept.split(' ').map((name) => [name, true]));
}

function writeShownSteps(key: string, steps: Steps): void {
  const done = Object.entries(steps).flatMap(([name, isDone]) => (isDone ? [name] : []));
  safeLocalStorage.write(key, done.join(' '));
}

const allDone = (steps: Partial<Steps>) => stepNames.every((step) => steps[step]);

/** The home as it is once what can still be undone is sent. */
export function expectHome(home: Home, { get }: DelayedSends): Home {
  const { requests, invitations } = home.waiting;
  const accepted = requests.items.find(({ id }) => get(id)?.answer === 'accept');
  const befriended = accepted ? withFriend(home, accepted.user) : home;
  const isJoining = invitations.items.some(({ id }) => get(id)?.answer === 'join');
  return isJoining ? withStep(befriended, 'circle') : befriended;
}

/** What has been done since: the last of all steps, else the first friend, else the first circle, unless its own page has celebrated it. */
function reachedSince(before: Partial<Steps>, steps: Steps): Reached | null {
  const gained = stepNames.filter((step) => steps[step] && !before[step]);
  if (gained.length === 0) return null;
  if (allDone(steps)) return gained.includes('fren') ? 'allByFren' : 'all';
  if (gained.includes('fren')) return 'fren';
  return gained.includes('circle') && !isFirstCircleCelebrated() ? 'circle' : null;
}

/**
 * The first visit of a member until its steps are done or it is put away on this device (D56); null for all later ones.
 * `loading`: it most likely is one, and is not known yet.
 *
 * What it comes to is shown with the press, behind the undo: nothing moves by itself.
 *
 * @param home once it is there
 * @param expected the home once what can still be undone is sent
 */
export function useFirstVisit(
  user: SelfUser,
  home: Home | undefined,
  expected: Home | undefined,
  isPending: boolean,
): FirstVisit | 'loading' | null {
  const [params, setParams] = useSearchParams();
  const key = keyOf(user);
  const [isOver, setOver] = useState(() => isPutAway(key));
  const [shown] = useState(() => readShownSteps(key));
  const milestoneKey = milestoneKeyOf(user);
  const [kept] = useState(() => readMilestone(milestoneKey));
  const [closed, setClosed] = useState<Reached | null>(null);
  const data = home?.firstSteps;
  const [atFirst, setAtFirst] = useState<Steps | undefined>();
  const [announced, setAnnounced] = useState<Reached | null>(null);
  if (data && !atFirst) {
    setAtFirst(data.steps);
    setAnnounced(shown && reachedSince(shown, data.steps));
  }
  const isAskedFor = params.has(askedFor);
  const isWanted = user.profileComplete && (isAskedFor || !isOver);
  const isDone = data ? allDone(data.steps) : false;

  const reachedBy = (one: Home | undefined) =>
    one && atFirst ? reachedSince(shown ?? atFirst, one.firstSteps.steps) : null;
  const gained = reachedBy(home);
  const next = reachedBy(expected);
  // What comes later than the press, or from others, waits until the page is opened again.
  if (next !== announced && (!next || expected !== home)) setAnnounced(next);
  const latest = announced ?? kept;
  const reached = isAskedFor || latest === closed ? null : latest;

  useEffect(() => {
    if (gained && gained !== closed) safeSessionStorage.write(milestoneKey, gained);
  }, [gained, closed, milestoneKey]);

  useEffect(() => {
    if (isDone) keepPutAway(key);
    else if (data && !isPutAway(key)) writeShownSteps(key, data.steps);
  }, [isDone, data, key]);

  // Who has told of themselves may have all behind them, on another device: a wrong guess moves the heading.
  if (isWanted && isPending) return isAskedFor || shown || !user.bio ? 'loading' : null;
  if (!expected || !atFirst || !user.profileComplete) return null;
  // Done while the page is open, the steps stay until it is opened again: nothing below moves.
  const isHidden = !isWanted || (allDone(atFirst) && !isAskedFor);
  if (isHidden && !reached) return null;
  return {
    ...expected.firstSteps,
    reached,
    closeReached() {
      safeSessionStorage.remove(milestoneKey);
      setClosed(latest);
    },
    isPutAway: isHidden,
    putAway() {
      keepPutAway(key);
      setOver(true);
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
