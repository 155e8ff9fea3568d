import mongoose from 'mongoose';
import { circleEntryOf } from '../../src/resources/circles/circle-entry.ts';
import { createModels, type Models } from '../../src/resources/models.ts';
import { pandaEntryOf } from '../../src/resources/pandas/panda-entry.ts';
import { circles, memberships } from './circles.ts';
import { accounts, postings } from './ledger.ts';
import {
  connections,
  friendMessages,
  inviteLinks,
  memberEntries,
  members,
  notifications,
  pictures,
} from './members.ts';
import { backings, pandas, stakes } from './pandas.ts';
import type { Size } from './shape.ts';

const batchSize = 1000;
/** The database writes batches that came together in one commit, while the next ones are being made. */
const batchesAtOnce = 4;

/** How far a fill has come: documents of each collection that are surely there. */
interface Progress {
  _id: string;
  written: number;
  done: boolean;
}

/** Called after each batch. */
type Tell = (collection: string, written: number) => void;

/**
 * Fills a database, whose indexes are there, with invented members: 8 friends, 3 circles and 3 stakes each, and one
 * star. One that was cut off goes on where it stopped. It has a connection of its own, with the driver's patience: the
 * API's takes a server that is busy with so much writing for one that is away.
 */
export async function fillCommunity(uri: string, size: Size, tell: Tell = () => {}): Promise<void> {
  const connection = mongoose.createConnection(uri, { autoIndex: false, autoCreate: false });
  try {
    await connection.asPromise();
    const models = createModels(connection);
    for (const [name, docs] of Object.entries(collectionsOf(size))) {
      // True because the names below are those of models.
      await fill(models[name as keyof Models].collection, docs(), tell);
    }
    await connection.collection('benchFill').insertOne({ whole: true });
  } finally {
    await connection.close();
  }
}

/** Fills the data folder of an embedded database as {@link fillCommunity} does, while no server is using it. */
export async function loadCommunity(
  dataDir: string,
  database: string,
  size: Size,
  tell: (collection: string) => void,
): Promise<void> {
  const { loadFolder } = await import('embedded-mongo/load-folder');
  const models = createModels(mongoose.createConnection());
  const docsOf = new Map(
    Object.entries(collectionsOf(size)).map(([name, docs]) => {
      // True because the names below are those of models.
      return [models[name as keyof Models].collection.name, docs];
    }),
  );
  await loadFolder(dataDir, database, (collection) => {
    const docs = docsOf.get(collection);
    if (docs) tell(collection);
    return docs?.() as Iterable<Record<string, unknown>> | undefined;
  });
}

/** What goes into each collection, made anew whenever it is asked for. */
function collectionsOf(size: Size): Partial<Record<keyof Models, () => Iterable<object>>> {
  return {
    User: () => members(size),
    Picture: pictures,
    InviteLink: inviteLinks,
    Connection: () => connections(size),
    FriendMessage: friendMessages,
    Notification: () => notifications(size),
    Circle: () => circles(size),
    Membership: () => memberships(size),
    Panda: () => pandas(size),
    Stake: () => stakes(size),
    Backing: () => backings(size),
    Account: () => accounts(size),
    Posting: () => postings(size),
    MemberEntry: () => memberEntries(size),
    CircleEntry: () => entries(circles(size), circleEntryOf),
    PandaEntry: () => entries(pandas(size), pandaEntryOf),
  };
}

/** Writes documents in batches, straight through the driver, as they are stored. */
async function fill(
  collection: Models['User']['collection'],
  docs: Iterable<object>,
  tell: Tell,
): Promise<void> {
  const states = collection.conn.collection<Progress>('benchFill');
  const state = await states.findOne({ _id: collection.name });
  if (state?.done) return;
  let skipped = state?.written ?? 0;
  let written = skipped;
  let batches: object[][] = [[]];
  const flush = async () => {
    await Promise.all(batches.filter(({ length }) => length > 0).map((batch) => insert(collection, batch)));
    written += batches.flat().length;
    batches = [[]];
    await states.updateOne({ _id: collection.name }, { $set: { written } }, { upsert: true });
    tell(collection.name, written);
  };
  for (const doc of docs) {
    if (skipped > 0) {
      skipped -= 1;
      continue;
    }
    if ((batches.at(-1)?.push(doc) ?? 0) < batchSize) continue;
    if (batches.push([]) > batchesAtOnce) await flush();
  }
  await flush();
  await states.updateOne({ _id: collection.name }, { $set: { done: true } });
}

/** Inserts what is not there: the last batches before a fill was cut off may be. */
async function insert(collection: Models['User']['collection'], batch: object[]): Promise<void> {
  try {
    await collection.insertMany(batch, { ordered: false });
  } catch (error) {
    if (!(error instanceof mongoose.mongo.MongoBulkWriteError)) throw error;
    if ([error.writeErrors].flat().some(({ code }) => code !== 11_000)) throw error;
  }
}

/** What makes the documents findable, as requests would write it. */
function* entries(docs: Iterable<object>, entryOf: (doc: never) => object | null): Generator<object> {
  for (const doc of docs) {
    // True because the documents of this folder are whole.
    const entry = entryOf(doc as never);
    if (entry) yield entry;
  }
}
