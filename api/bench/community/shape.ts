import { Types } from 'mongoose';

export interface Size {
  members: number;
  /** The maximum of the first member's friends, and of the first Panda's backers. */
  star: number;
}

const secondsApart = 30;
const newest = Date.UTC(2026, 0, 1);
/** The n-th member is friends with members at these distances, 4 in each direction. */
export const friendSteps = [1, 7, 61, 409];
const membersPerCircle = 60;
const stakeSteps = [3, 17, 211];
/** The amount of each stake, in hundredths. */
export const stakeAmount = 500;

/** The id of a kind's n-th document, computed without a lookup. */
export function idOf(
  kind: 'member' | 'circle' | 'panda' | 'notification' | 'other',
  n: number,
): Types.ObjectId {
  const prefix = { member: 'a', circle: 'c', panda: 'b', notification: 'e', other: 'd' }[kind];
  return new Types.ObjectId(prefix.repeat(8) + n.toString(16).padStart(16, '0'));
}

/** The name of the only picture, the first member's. */
export const pictureName = '0'.repeat(32);

/** The only invitation code, the first member's. */
export const inviteCode = 'invited-by-first';

/** The first members are the newest. */
export const timeOf = (n: number) => new Date(newest - n * secondsApart * 1000);

export const starOf = ({ members: count, star }: Size) => Math.min(star, count - 1);

/** Whether two members are friends without counting the star. */
export function areNear(one: number, other: number, count: number): boolean {
  return friendSteps.some((step) => (one + step) % count === other || (other + step) % count === one);
}

export function friendsOf(n: number, size: Size): number {
  const { members: count } = size;
  const near = 2 * friendSteps.length;
  if (n === 0) return near + [...starFriends(size)].length;
  return near + (n <= starOf(size) && !areNear(0, n, count) ? 1 : 0);
}

export function* starFriends(size: Size): Generator<number> {
  for (let n = 1; n <= starOf(size); n += 1) if (!areNear(0, n, size.members)) yield n;
}

export const circleCount = ({ members: count }: Size) => Math.ceil((3 * count) / membersPerCircle);
export const circlesOf = (n: number, count: number) => [0, 1, 2].map((k) => (n * 3 + k) % count);

export const pandaCount = ({ members: count }: Size) => Math.ceil(count / 2);

/** The Pandas that a member backs: three, plus the first Panda for its many backers. */
export function backedBy(n: number, size: Size): number[] {
  const near = stakeSteps.map((step) => (n + step) % pandaCount(size));
  return n <= starOf(size) && !near.includes(0) ? [...near, 0] : near;
}
