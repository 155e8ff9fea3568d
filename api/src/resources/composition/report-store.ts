import { vitalNames, vitalRatings } from '@frens/compose';
import type {
  ReportStore,
  VersionVisits as VersionVisitsDoc,
  VersionVitals as VersionVitalsDoc,
} from '@frens/compose/server';
import type { mongo } from 'mongoose';
import { second } from '../../clock.ts';
import type { ModelOf } from '../../database/any-model.ts';
import { outsideRequest } from '../../request-context.ts';
import type { Services } from '../../services.ts';
import { outsideTrace } from '../../trace.ts';
import type { Models } from '../models.ts';

/** The most reports read per version: further ones add no information. */
const mostRead = 10_000;

/** Counts need not survive a power cut, so these writes do not wait for the journal. */
const asCounts = { ordered: false, writeConcern: { w: 1, journal: false } } as const;
/** Adds counts through the driver: mongoose's casting would cost more than the write. */
async function add<Doc extends { _id: string }>(
  Model: ModelOf<Doc>,
  writes: mongo.AnyBulkWriteOperation<Doc>[],
): Promise<void> {
  // Safe: the collection is the model's, and the engine has typed its values.
  await (Model.collection as unknown as mongo.Collection<Doc>).bulkWrite(writes, asCounts);
}

const poor = vitalRatings.indexOf('poor');

/** How long counts wait for others in memory, in milliseconds: most reports cost no write of their own. */
const longestWait = second;
/** From this many waiting rows on, they are written at once. */
const mostWaiting = 1_000;

/** Counts that wait to be written together. They are lost with a process that is killed, and where the database refuses them. */
interface WaitingCounts {
  addVisits: ReportStore['addVisits'];
  addVitals: ReportStore['addVitals'];
  /** Writes all that wait; ends when they are stored, or lost. */
  flush(): Promise<void>;
}

type StoreServices = Pick<Services, 'db' | 'log'>;

/** One per process, so that its counts add up; its log is that of the first caller. */
const ofModels = new WeakMap<Models, WaitingCounts>();

/** The counts of pages that wait to be stored. */
export function waitingCounts(services: StoreServices): WaitingCounts {
  const { models } = services.db;
  const known = ofModels.get(models) ?? createWaitingCounts(services);
  ofModels.set(models, known);
  return known;
}

/** Counts of their own: for tests, whose apps may share the models. */
export function createWaitingCounts({ db, log }: StoreServices): WaitingCounts {
  const { VersionVisits, VersionVitals } = db.models;
  let visits = new Map<string, VersionVisitsDoc>();
  let vitals = new Map<string, VersionVitalsDoc>();
  let timer: NodeJS.Timeout | null = null;
  let writing = Promise.resolve();

  function flush(): Promise<void> {
    if (timer) clearTimeout(timer);
    timer = null;
    if (visits.size + vitals.size === 0) return writing;
    const [seen, measured] = [[...visits.values()], [...vitals.values()]];
    visits = new Map();
    vitals = new Map();
    // They are counts of many requests.
    const written = outsideRequest(() =>
      outsideTrace(() =>
        Promise.all([
          seen.length > 0 && add(VersionVisits, seen.map(visitsWrite)),
          measured.length > 0 && add(VersionVitals, measured.map(vitalsWrite)),
        ]),
      ),
    );
    const before = writing;
    writing = written.then(
      () => before,
      (error: unknown) => {
        // Written again they might count twice.
        log.warn({ err: error }, 'Counts of visits could not be stored.');
        return before;
      },
    );
    return writing;
  }

  /** Writes soon, or at once if many wait. */
  async function flushLater(): Promise<void> {
    if (visits.size + vitals.size >= mostWaiting) return flush();
    timer ??= setTimeout(() => void flush(), longestWait).unref();
  }

  return {
    flush,
    addVisits(all) {
      for (const one of all) {
        const known = visits.get(one._id);
        const networks = new Set([...(known?.networks ?? []), ...one.networks]);
        visits.set(one._id, {
          ...(known ?? one),
          visits: (known?.visits ?? 0) + one.visits,
          networks: [...networks],
        });
      }
      return flushLater();
    },
    addVitals(all) {
      for (const one of all) {
        const worst = { ...one, ...vitals.get(one._id) };
        for (const name of vitalNames) {
          const rating = one[name];
          if (rating !== undefined) worst[name] = Math.max(worst[name] ?? 0, rating);
        }
        vitals.set(one._id, worst);
      }
      return flushLater();
    },
  };
}

const visitsWrite = ({ _id, visits, networks, ...rest }: VersionVisitsDoc) => ({
  updateOne: {
    filter: { _id },
    update: { $inc: { visits }, $addToSet: { networks: { $each: networks } }, $setOnInsert: rest },
    upsert: true,
  },
});

const vitalsWrite = ({ _id, version, composition, hour, forgetAt, ...ratings }: VersionVitalsDoc) => ({
  updateOne: {
    filter: { _id },
    update: { $max: ratings, $setOnInsert: { version, composition, hour, forgetAt } },
    upsert: true,
  },
});

/** Stores what pages report about versions: failures at once, counts within a second, and before this process reads them. */
export function reportStore(services: StoreServices): ReportStore {
  const { VersionVisits, VersionFailure, VersionVitals } = services.db.models;
  const { addVisits, addVitals, flush } = waitingCounts(services);
  return {
    addVisits,
    addVitals,
    async addFailure({ _id, ...failure }) {
      const { upsertedCount } = await VersionFailure.updateOne(
        { _id },
        { $setOnInsert: failure },
        { upsert: true },
      );
      return upsertedCount > 0;
    },
    async visits(version, since) {
      await flush();
      return VersionVisits.find({ version, hour: { $gte: since } }, { visits: 1, composition: 1 }).lean();
    },
    async networks(version, since) {
      await flush();
      return (await VersionVisits.distinct('networks', { version, hour: { $gte: since } })).length;
    },
    failures: (version, since, until) =>
      VersionFailure.find(
        { version, at: { $gte: since, $lte: until } },
        { code: 1, composition: 1, member: 1 },
      )
        .sort({ at: 1 })
        .limit(mostRead)
        .lean(),
    async vitals(version, since) {
      await flush();
      return (
        VersionVitals.find(
          { version, hour: { $gte: since } },
          { _id: 0, composition: 1, LCP: 1, INP: 1, CLS: 1 },
        )
          // If there are more, the newest describe what is live now.
          .sort({ hour: -1 })
          .limit(mostRead)
          .lean()
      );
    },
    async interactions(version, since) {
      await flush();
      const within = { version, hour: { $gte: since } };
      const [measured, late] = await Promise.all([
        VersionVitals.countDocuments({ ...within, INP: { $gte: 0 } }),
        VersionVitals.countDocuments({ ...within, INP: poor }),
      ]);
      return { measured, poor: late };
    },
  };
}
