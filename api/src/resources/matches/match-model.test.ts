import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { day } from '../../clock.ts';
import { newId, type ObjectId } from '../../database/ids.ts';
import { AppError } from '../../errors.ts';
import { findDifferences } from '../../scripts/find-differences.ts';
import type { Services } from '../../services.ts';
import {
  type IntroductionDeed,
  IntroductionRules,
  introductionDeed,
  matchmakers,
} from '../../testing/introduction-rules.ts';
import { addExample, addFriendships, addStrangers } from '../../testing/many-members.ts';
import { repetitions } from '../../testing/repetitions.ts';
import { runConcurrently } from '../../testing/run-concurrently.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import { blockMember, unblockMember } from '../blocks/block-member.ts';
import { pairOf } from '../connections/connection.model.ts';
import { endConnection } from '../connections/respond-to-request.ts';
import type { User } from '../members/user.model.ts';
import { answerMatch, withdrawMatch } from './answer-match.ts';
import { presentReceived } from './list-matches.ts';
import type { MatchDoc } from './match.model.ts';
import { suggestMatch } from './suggest-match.ts';

const sequences = repetitions(50, 10_000);

/** Concurrent sequences, each with members of its own. */
const together = 10;

let app: TestApp;
let like: User;
beforeAll(async () => {
  app = await startTestApp({ limitFactor: 100 });
  like = await addExample(app);
});
afterAll(() => app.close());

/** Two strangers, their matchmakers, and a clock of their own. */
interface World {
  services: Services;
  clock: { now(): Date; advance(ms: number): void };
  two: [User, User];
  makers: User[];
}

/** New members for some sequences; the first of the two is a friend of all matchmakers. */
async function addWorlds(count: number): Promise<World[]> {
  const members = await addStrangers(app.services, like, count * (2 + matchmakers));
  const worlds = Array.from({ length: count }, (): World => {
    let passed = 0;
    const clock = {
      now: () => new Date(app.clock.now().getTime() + passed),
      advance: (ms: number) => {
        passed += ms;
      },
    };
    // Safe: there are as many.
    const two = members.splice(0, 2) as [User, User];
    return { services: { ...app.services, clock }, clock, two, makers: members.splice(0, matchmakers) };
  });
  const friends = worlds.flatMap(({ two, makers }) => makers.map((maker) => [maker, two[0]] as const));
  await addFriendships(app.services, friends);
  return worlds;
}

/** Performs one action in the database and returns its outcome. */
async function act({ services, clock, two, makers }: World, deed: IntroductionDeed): Promise<string> {
  const { Connection, Match } = services.db.models;
  const [by, other] = deed.by === 0 ? two : [two[1], two[0]];
  // Safe: actions name matchmakers by index, and there are as many.
  const maker = makers[deed.matchmaker] as User;
  const newest = async (): Promise<ObjectId> => {
    const found = await Match.findOne({ matchmakerId: maker._id }).sort({ _id: -1 }).lean();
    return found?._id ?? newId();
  };
  const friendship = async () =>
    (await Connection.findOne({ pair: pairOf(two[0]._id, two[1]._id) }).lean())?._id ?? newId();
  const acts: Record<Exclude<IntroductionDeed['kind'], 'wait'>, () => Promise<unknown>> = {
    suggest: () => suggestMatch(services, maker, { user1Id: two[0]._id, user2Id: two[1]._id }),
    yes: async () => answerMatch(services, by, await newest(), 'accepted'),
    no: async () => answerMatch(services, by, await newest(), 'declined'),
    withdraw: async () => withdrawMatch(services, maker, await newest()),
    part: async () => endConnection(services, by, await friendship()),
    block: () => blockMember(services, by, other._id),
    unblock: () => unblockMember(services, by, other._id),
  };
  if (deed.kind === 'wait') {
    clock.advance(deed.days * day);
    return 'done';
  }
  try {
    await services.db.transaction(acts[deed.kind]);
    return 'done';
  } catch (error) {
    if (error instanceof AppError) return error.code;
    throw error;
  }
}

/** The introductions that one of the two sees. */
async function told({ services, makers }: World, member: User, matches: MatchDoc[]) {
  const received = await presentReceived(services, member, matches);
  return received.flatMap((one) => {
    if (!one) return [];
    const matchmaker = makers.findIndex(({ _id }) => String(_id) === one.matchmaker.id);
    return [{ matchmaker, status: one.status, myAnswer: one.myAnswer }];
  });
}

/** Runs a sequence with members, and returns the model afterwards. */
async function take(world: World, deeds: IntroductionDeed[]): Promise<IntroductionRules> {
  const { services, two, makers } = world;
  const rules = new IntroductionRules();
  for (const deed of deeds) expect([deed, await act(world, deed)]).toEqual([deed, rules.does(deed)]);
  const matchmakerId = { $in: makers.map(({ _id }) => _id) };
  const matches = await services.db.models.Match.find({ matchmakerId }).sort({ _id: -1 }).lean();
  expect(await told(world, two[0], matches)).toEqual(rules.told(0));
  expect(await told(world, two[1], matches)).toEqual(rules.told(1));
  return rules;
}

/** Many short sequences and some long ones. */
const sequence = fc.oneof(
  { weight: 20, arbitrary: fc.array(introductionDeed, { minLength: 3, maxLength: 6 }) },
  { weight: 1, arbitrary: fc.array(introductionDeed, { minLength: 9, maxLength: 16 }) },
);
const several = fc.array(sequence, { minLength: together, maxLength: together, size: 'max' });

it(`follows the model of four matchmakers of one pair in ${sequences} random sequences (D25)`, async () => {
  const { services } = app;
  await fc.assert(
    fc.asyncProperty(several, async (all) => {
      const worlds = await addWorlds(all.length);
      // Safe: there is a world for each.
      const ruled = await runConcurrently(all, (deeds, place) => take(worlds[place] as World, deeds));
      const counts = { matchCount: 1, friendCount: 1 };
      const ids = worlds.flatMap(({ two, makers }) => [two[1], ...makers].map(({ _id }) => _id));
      const counted = await services.db.models.User.find({ _id: { $in: ids } }, counts).lean();
      const of = ({ _id }: User) => counted.find((one) => one._id.equals(_id));
      for (const [place, { two, makers }] of worlds.entries()) {
        expect(makers.map((maker) => of(maker)?.matchCount ?? 0)).toEqual(ruled[place]?.successes);
        expect(of(two[1])?.friendCount).toBe(ruled[place]?.areFriends ? 1 : 0);
      }
    }),
    // Report the failing sequence of a batch, shrunk.
    { numRuns: Math.ceil(sequences / together), endOnFailure: true },
  );
  // All worlds are still as their sequences left them.
  expect(await findDifferences(services)).toEqual([]);
}, 3_600_000);
