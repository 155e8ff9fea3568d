import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { newId } from '../../database/ids.ts';
import { AppError } from '../../errors.ts';
import { findDifferences } from '../../scripts/find-differences.ts';
import {
  type ConnectionDeed,
  ConnectionRules,
  connectionDeed,
  rareConnections,
} from '../../testing/connection-rules.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import { blockMember, unblockMember } from '../blocks/block-member.ts';
import type { User } from '../members/user.model.ts';
import { seenOne } from '../visibility/visibility.ts';
import { acceptConnection, declineConnection, endConnection } from './answer-connection.ts';
import { askConnection } from './ask-connection.ts';
import { pairOf } from './connection.model.ts';

/** `npm run test:long` takes more. */
const sequences = Number(process.env.CONNECTION_SEQUENCES ?? 1000);

let app: TestApp;
let two: [User, User];
beforeAll(async () => {
  app = await startTestApp();
  const members = [await app.member(), await app.member()];
  const { User: Users } = app.services.db.models;
  const [one, other] = await Promise.all(members.map(({ id }) => Users.findById(id).orFail().lean()));
  if (!one || !other) throw new Error('There are two.');
  two = [one, other];
});
afterAll(() => app.close());

const otherOf = (place: 0 | 1): 0 | 1 => (place === 0 ? 1 : 0);
const pair = () => pairOf(two[0]._id, two[1]._id);

/** Does one deed in the database, and says what came of it. */
async function act(deed: ConnectionDeed): Promise<string> {
  const { services, clock } = app;
  const { db } = services;
  const [by, other] = [two[deed.by], two[otherOf(deed.by)]];
  const connection = async () =>
    (await db.models.Connection.findOne({ pair: pair() }).lean())?._id ?? newId();
  const acts: Record<ConnectionDeed['kind'], () => Promise<unknown>> = {
    ask: () => askConnection(services, by, { friendId: other._id, note: '' }),
    accept: async () => acceptConnection(services, by, await connection()),
    decline: async () => declineConnection(services, by, await connection()),
    end: async () => endConnection(services, by, await connection()),
    block: () => blockMember(services, by, other._id),
    unblock: () => unblockMember(services, by, other._id),
    wait: async () => clock.advance(ConnectionRules.lasts(deed)),
  };
  try {
    await db.transaction(acts[deed.kind]);
    return 'done';
  } catch (error) {
    if (error instanceof AppError) return error.code;
    throw error;
  }
}

/** What each of the two is told of the other one. */
const told = () =>
  Promise.all(
    ([0, 1] as const).map(async (place) => {
      const seen = await seenOne(app.services, two[place], two[otherOf(place)]);
      return seen && { relation: seen.relation, canConnect: seen.canConnect };
    }),
  );

it(`two members go by the rules, in ${sequences} sequences at random (D19–D21, D23)`, async () => {
  const { Block, Connection, Notification, User: Users } = app.services.db.models;
  await fc.assert(
    fc.asyncProperty(fc.array(connectionDeed, { minLength: 3, maxLength: 9 }), async (deeds) => {
      const rules = new ConnectionRules();
      try {
        for (const deed of deeds) expect([deed, await act(deed)]).toEqual([deed, rules.does(deed)]);
        expect(await told()).toEqual([rules.told(0), rules.told(1)]);
        const counted = await Users.find({}, { friendCount: 1 }).lean();
        expect(counted.map(({ friendCount }) => friendCount)).toEqual(rules.areFriends ? [1, 1] : [0, 0]);
      } finally {
        // Two strangers for the next one.
        await Promise.all([
          Connection.deleteMany({}),
          Block.deleteMany({}),
          Notification.deleteMany({}),
          Users.updateMany({}, { $set: { friendCount: 0 } }),
        ]);
      }
    }),
    { numRuns: sequences, examples: rareConnections, endOnFailure: sequences > 1000 },
  );
  expect(await findDifferences(app.services)).toEqual([]);
}, 3_600_000);
