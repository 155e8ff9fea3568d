import type { ObjectId } from '../database/ids.ts';
import { newId } from '../database/ids.ts';
import { type PandaPoint, pointOf } from '../resources/quotient/panda-point.model.ts';
import { type Facts, recountPanda } from '../resources/quotient/recount-panda.ts';

interface Seeded {
  _id: ObjectId;
  ownerId: ObjectId;
  createdAt: Date;
}

interface Events extends Pick<Facts, 'isConfirmed'> {
  /** Stakes on this Panda, in order of time. */
  stakes: ReadonlyArray<{ stakerId: ObjectId; amount: number; createdAt: Date }>;
  /** When the owner's friendships began. */
  friendships: readonly Date[];
}

/** A Panda's score for each day on which it changed, as requests would store it (D38). */
export function pointsOf(panda: Seeded, { stakes, friendships, isConfirmed }: Events): PandaPoint[] {
  const { _id: pandaId, createdAt } = panda;
  const times = [createdAt, ...stakes.map((stake) => stake.createdAt), ...friendships]
    .map((time) => (time < createdAt ? createdAt : time))
    .sort((one, other) => one.getTime() - other.getTime());
  const byDay = new Map<number, PandaPoint>();
  for (const time of times) {
    const staked = new Map<string, { backerId: ObjectId; amount: number }>();
    for (const { stakerId, amount } of stakes.filter((stake) => stake.createdAt <= time)) {
      const known = staked.get(String(stakerId))?.amount ?? 0;
      staked.set(String(stakerId), { backerId: stakerId, amount: known + amount });
    }
    const friends = friendships.filter((began) => began <= time).length;
    const facts = { staked: [...staked.values()], isConfirmed, friends, matches: 0 };
    const point = pointOf(recountPanda(panda, facts).totals.quotient, time);
    byDay.set(point.day.getTime(), { _id: newId(), pandaId, ...point });
  }
  return [...byDay.values()];
}
