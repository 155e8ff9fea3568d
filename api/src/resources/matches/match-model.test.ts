import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { day } from '../../clock.ts';
import { newId, type ObjectId } from '../../database/ids.ts';
import { AppError } from '../../errors.ts';
import { findDifferences } from '../../scripts/find-differences.ts';
import {
  type IntroductionDeed,
  IntroductionRules,
  introductionDeed,
  matchmakers,
} from '../../testing/introduction-rules.ts';
import { startTestApp, type TestApp, type TestMember } from '../../testing/test-app.ts';
import { blockMember, unblockMember } from '../blocks/block-member.ts';
import { endConnection } from '../connections/answer-connection.ts';
import { pairOf } from '../connections/connection.model.ts';
import type { User } from '../members/user.model.ts';
import { answerMatch, withdrawMatch } from './answer-match.ts';
import { presentReceived } from './list-matches.ts';
import type { MatchDoc } from './match.model.ts';
import { suggestMatch } from './suggest-match.ts';

/** `npm run test:long` takes more. */
const sequences = Number(process.env.INTRODUCTION_SEQUENCES ?? 1000);

let app: TestApp;
let two: [User, User];
let makers: User[];
beforeAll(async () => {
  app = await startTestApp({ limitFactor: 100 });
  const one = await app.member();
  const other = await app.member();
  const friends: TestMember[] = [];
  for (let count = 0; count < matchmakers; count += 1) {
    const maker = await app.member();
    await app.befriend(maker, one);
    friends.push(maker);
  }
  const stored = ({ id }: TestMember) => app.services.db.models.User.findById(id).orFail().lean();
  two = [await stored(one), await stored(other)];
  makers = await Promise.all(friends.map(stored));
});
afterAll(() => app.close());

const pair = () => pairOf(two[0]._id, two[1]._id);

/** Does one deed in the database, and says what came of it. */
async function act(deed: IntroductionDeed): Promise<string> {
  const { services, clock } = app;
  const { Connection, Match } = services.db.models;
  const [by, other] = deed.by === 0 ? two : [two[1], two[0]];
  // True because deeds name matchmakers by their places, and there are as many.
  const maker = makers[deed.matchmaker] as User;
  const newest = async (): Promise<ObjectId> => {
    const found = await Match.findOne({ matchmakerId: maker._id }).sort({ _id: -1 }).lean();
    return found?._id ?? newId();
  };
  const friendship = async () => (await Connection.findOne({ pair: pair() }).lean())?._id ?? newId();
  const acts: Record<IntroductionDeed['kind'], () => Promise<unknown>> = {
    suggest: () => suggestMatch(services, maker, { user1Id: two[0]._id, user2Id: two[1]._id }),
    yes: async () => answerMatch(services, by, await newest(), 'accepted'),
    no: async () => answerMatch(services, by, await newest(), 'declined'),
    withdraw: async () => withdrawMatch(services, maker, await newest()),
    part: async () => endConnection(services, by, await friendship()),
    block: () => blockMember(services, by, other._id),
    unblock: () => unblockMember(services, by, other._id),
    wait: async () => clock.advance(deed.days * day),
  };
  try {
    await services.db.transaction(acts[deed.kind]);
    return 'done';
  } catch (error) {
    if (error instanceof AppError) return error.code;
    throw error;
  }
}

/** What one of the two is told of introductions. */
async function told(member: User, matches: MatchDoc[]) {
  const received = await presentReceived(app.services, member, matches);
  return received.flatMap((one) => {
    if (!one) return [];
    const matchmaker = makers.findIndex(({ _id }) => String(_id) === one.matchmaker.id);
    return [{ matchmaker, status: one.status, myAnswer: one.myAnswer }];
  });
}

/** Many that are short, and some that go far. */
const sequence = fc.oneof(
  { weight: 20, arbitrary: fc.array(introductionDeed, { minLength: 4, maxLength: 8 }) },
  { weight: 1, arbitrary: fc.array(introductionDeed, { minLength: 9, maxLength: 16 }) },
);
/** One in so many has the whole database looked through as it left it. */
const looked = 10;

it(`four who introduce the same two go by the rules, in ${sequences} sequences at random (D25)`, async () => {
  const { services } = app;
  const { Block, Connection, Match, Notification, User: Users } = services.db.models;
  let turn = 0;
  await fc.assert(
    fc.asyncProperty(sequence, async (deeds) => {
      const rules = new IntroductionRules();
      try {
        for (const deed of deeds) expect([deed, await act(deed)]).toEqual([deed, rules.does(deed)]);
        const matches = await Match.find({}).sort({ _id: -1 }).lean();
        expect(await told(two[0], matches)).toEqual(rules.told(0));
        expect(await told(two[1], matches)).toEqual(rules.told(1));
        const [, other, ...counted] = await Users.find({}, { matchCount: 1, friendCount: 1 })
          .sort({ _id: 1 })
          .lean();
        expect(counted.map(({ matchCount }) => matchCount ?? 0)).toEqual(rules.successes);
        expect(other?.friendCount).toBe(rules.areFriends ? 1 : 0);
        turn += 1;
        expect(turn % looked === 0 ? await findDifferences(services) : []).toEqual([]);
      } finally {
        // Two strangers for the next one, whom nobody has introduced.
        await Promise.all([
          Connection.deleteMany({ pair: pair() }),
          Match.deleteMany({}),
          Block.deleteMany({}),
          Notification.deleteMany({}),
          Users.bulkWrite([
            { updateMany: { filter: {}, update: { $set: { matchCount: 0 } } } },
            { updateOne: { filter: { _id: two[0]._id }, update: { $set: { friendCount: matchmakers } } } },
            { updateOne: { filter: { _id: two[1]._id }, update: { $set: { friendCount: 0 } } } },
          ]),
        ]);
      }
    }),
    { numRuns: sequences, endOnFailure: sequences > 1000 },
  );
}, 3_600_000);
