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
/** Concurrent batches share one commit of the database, while the next ones are generated. */
const batchesAtOnce = 4;

/** The progress of filling a collection: the number of documents certainly written. */
interface Progress {
  _id: string;
  written: number;
  done: boolean;
}

/** Reports progress after each batch. */
type ReportProgress = (collection: string, written: number) => void;

/**
 * Fills a database with indexes with invented members: 8 friends, 3 circles and 3 stakes each, and one star. Resumes an interrupted
 * run. It uses its own connection with the driver's default timeouts, because the API's would treat a database under this load as
 * unreachable.
 */
export async function fillCommunity(
  uri: string,
  size: Size,
  report: ReportProgress = () => {},
): Promise<void> {
  const connection = mongoose.createConnection(uri, { autoIndex: false, autoCreate: false });
  try {
    await connection.asPromise();
    const models = createModels(connection);
    for (const [name, docs] of Object.entries(collectionsOf(size))) {
      // Safe: the names below are model names.
      await fill(models[name as keyof Models].collection, docs(), report);
    }
    await connection.collection('benchFill').insertOne({ whole: true });
  } finally {
    await connection.close();
  }
}

/** Fills an embedded database's data folder like {@link fillCommunity}, while no server uses it. */
export async function loadCommunity(
  dataDir: string,
  database: string,
  size: Size,
  report: (collection: string) => void,
): Promise<void> {
  const { loadFolder } = await import('embedded-mongo/load-folder');
  const models = createModels(mongoose.createConnection());
  const docsOf = new Map(
    Object.entries(collectionsOf(size)).map(([name, docs]) => {
      // Safe: the names below are model names.
      return [models[name as keyof Models].collection.name, docs];
    }),
  );
  await loadFolder(dataDir, database, (collection) => {
    const docs = docsOf.get(collection);
    if (docs) report(collection);
    return docs?.() as Iterable<Record<string, unknown>> | undefined;
  });
}

/** Generators of each collection's documents. */
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

/** Inserts documents in batches directly through the driver. */
async function fill(
  collection: Models['User']['collection'],
  docs: Iterable<object>,
  report: ReportProgress,
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
    report(collection.name, written);
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

/** Inserts missing documents: an interrupted run may have written the last batches. */
async function insert(collection: Models['User']['collection'], batch: object[]): Promise<void> {
  try {
    await collection.insertMany(batch, { ordered: false });
  } catch (error) {
    if (!(error instanceof mongoose.mongo.MongoBulkWriteError)) throw error;
    if ([error.writeErrors].flat().some(({ code }) => code !== 11_000)) throw error;
  }
}

/** The search entries of documents, as requests would write them. */
function* entries(docs: Iterable<object>, entryOf: (doc: never) => object | null): Generator<object> {
  for (const doc of docs) {
    // Safe: these generators yield complete documents.
    const entry = entryOf(doc as never);
    if (entry) yield entry;
  }
}
