import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { newId, type ObjectId } from '../../database/ids.ts';
import { AppError } from '../../errors.ts';
import { findDifferences } from '../../scripts/find-differences.ts';
import type { Services } from '../../services.ts';
import {
  type ConnectionDeed,
  ConnectionRules,
  connectionDeed,
  rareConnections,
} from '../../testing/connection-rules.ts';
import { addExample, addStrangers } from '../../testing/many-members.ts';
import { repetitions } from '../../testing/repetitions.ts';
import { runConcurrently } from '../../testing/run-concurrently.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import { blockMember, unblockMember } from '../blocks/block-member.ts';
import type { User } from '../members/user.model.ts';
import { findVisible } from '../visibility/visibility.ts';
import { acceptConnection, declineConnection, endConnection } from './respond-to-request.ts';
import { sendConnectionRequest } from './send-request.ts';

const sequences = repetitions(50, 10_000);
/** Concurrent sequences, each with two members of its own. */
const together = 10;

let app: TestApp;
let like: User;
beforeAll(async () => {
  app = await startTestApp();
  like = await addExample(app);
});
afterAll(() => app.close());

const otherOf = (place: 0 | 1): 0 | 1 => (place === 0 ? 1 : 0);

/** Two strangers, with a clock of their own. */
class Pair {
  readonly #two: readonly [User, User];
  readonly #services: Services;
  /** The pair has one document. */
  #connectionId: ObjectId = newId();
  #passed = 0;

  constructor(two: readonly [User, User]) {
    this.#two = two;
    const clock = { now: () => new Date(app.clock.now().getTime() + this.#passed) };
    this.#services = { ...app.services, clock };
  }

  /** Performs one action in the database and returns its outcome. */
  async act(deed: ConnectionDeed): Promise<string> {
    const services = this.#services;
    const [by, other] = [this.#two[deed.by], this.#two[otherOf(deed.by)]];
    const id = this.#connectionId;
    const acts: Record<Exclude<ConnectionDeed['kind'], 'wait'>, () => Promise<unknown>> = {
      ask: async () => {
        const { connectionId } = await sendConnectionRequest(services, by, { friendId: other._id, note: '' });
        this.#connectionId = connectionId;
      },
      accept: () => acceptConnection(services, by, id),
      decline: () => declineConnection(services, by, id),
      end: () => endConnection(services, by, id),
      block: () => blockMember(services, by, other._id),
      unblock: () => unblockMember(services, by, other._id),
    };
    this.#passed += ConnectionRules.lasts(deed);
    if (deed.kind === 'wait') return 'done';
    try {
      await services.db.transaction(acts[deed.kind]);
      return 'done';
    } catch (error) {
      if (error instanceof AppError) return error.code;
      throw error;
    }
  }

  /** What each of the two sees of the other one. */
  told() {
    return Promise.all(
      ([0, 1] as const).map(async (place) => {
        const seen = await findVisible(this.#services, this.#two[place], this.#two[otherOf(place)]);
        return seen && { relation: seen.relation, canConnect: seen.canConnect };
      }),
    );
  }
}

/** Runs a sequence with two strangers; returns whether they end as friends. */
async function take(two: readonly [User, User], deeds: ConnectionDeed[]): Promise<boolean> {
  const pair = new Pair(two);
  const rules = new ConnectionRules();
  for (const deed of deeds) expect([deed, await pair.act(deed)]).toEqual([deed, rules.does(deed)]);
  expect(await pair.told()).toEqual([rules.told(0), rules.told(1)]);
  return rules.areFriends;
}

/** Many short sequences and some long ones. */
const sequence = fc.oneof(
  { weight: 15, arbitrary: fc.array(connectionDeed, { minLength: 3, maxLength: 5 }) },
  { weight: 1, arbitrary: fc.array(connectionDeed, { minLength: 6, maxLength: 14 }) },
);
const several = fc.array(sequence, { minLength: together, maxLength: together, size: 'max' });

it(`follows the model of two members in ${sequences} random sequences (D19–D21, D23)`, async () => {
  await fc.assert(
    fc.asyncProperty(several, async (all) => {
      const members = await addStrangers(app.services, like, 2 * all.length);
      // Safe: there are two for each.
      const twoOf = (index: number) => members.slice(2 * index, 2 * index + 2) as [User, User];
      const friends = await runConcurrently(all, (deeds, index) => take(twoOf(index), deeds));
      const ids = members.map(({ _id }) => _id);
      const counted = await app.services.db.models.User.find({ _id: { $in: ids } }, { friendCount: 1 })
        .sort({ _id: 1 })
        .lean();
      expect(counted.map(({ friendCount }) => friendCount)).toEqual(
        friends.flatMap((areFriends) => (areFriends ? [1, 1] : [0, 0])),
      );
    }),
    {
      // Plus one of the fixed sequences.
      numRuns: Math.ceil(sequences / together) + 1,
      examples: [[rareConnections]],
      // Report the failing sequence of a batch, shrunk.
      endOnFailure: true,
    },
  );
  expect(await findDifferences(app.services)).toEqual([]);
}, 3_600_000);
