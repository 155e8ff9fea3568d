import { vitalRatings } from '@frens/compose';
import type {
  ReportStore,
  VersionVisits as VersionVisitsDoc,
  VersionVitals as VersionVitalsDoc,
} from '@frens/compose/server';
import type { mongo } from 'mongoose';
import type { ModelOf } from '../../database/any-model.ts';
import type { Models } from '../models.ts';

/** The most reports read per version: further ones add no information. */
const mostRead = 10_000;

/** Counts need not survive a power cut, so these writes do not wait for the journal. */
const asCounts = { ordered: false, writeConcern: { w: 1, journal: false } } as const;
/** Adds counts through the driver: every page view does so, and mongoose's casting would cost more than the write. */
async function add<Doc extends { _id: string }>(
  Model: ModelOf<Doc>,
  writes: mongo.AnyBulkWriteOperation<Doc>[],
): Promise<void> {
  // Safe: the collection is the model's, and the engine has typed its values.
  await (Model.collection as unknown as mongo.Collection<Doc>).bulkWrite(writes, asCounts);
}

const poor = vitalRatings.indexOf('poor');

/** Stores what pages report about versions. */
export const reportStore = ({ VersionVisits, VersionFailure, VersionVitals }: Models): ReportStore => ({
  async addVisits(all) {
    const writes = all.map(({ _id, visits, networks, ...rest }) => ({
      updateOne: {
        filter: { _id },
        update: { $inc: { visits }, $addToSet: { networks: { $each: networks } }, $setOnInsert: rest },
        upsert: true,
      },
    }));
    await add<VersionVisitsDoc>(VersionVisits, writes);
  },
  async addFailure({ _id, ...failure }) {
    const { upsertedCount } = await VersionFailure.updateOne(
      { _id },
      { $setOnInsert: failure },
      { upsert: true },
    );
    return upsertedCount > 0;
  },
  async addVitals(all) {
    const writes = all.map(({ _id, version, composition, hour, forgetAt, ...ratings }) => ({
      updateOne: {
        filter: { _id },
        update: { $max: ratings, $setOnInsert: { version, composition, hour, forgetAt } },
        upsert: true,
      },
    }));
    await add<VersionVitalsDoc>(VersionVitals, writes);
  },
  visits: (version, since) =>
    VersionVisits.find({ version, hour: { $gte: since } }, { visits: 1, composition: 1 }).lean(),
  async networks(version, since) {
    return (await VersionVisits.distinct('networks', { version, hour: { $gte: since } })).length;
  },
  failures: (version, since, until) =>
    VersionFailure.find({ version, at: { $gte: since, $lte: until } }, { code: 1, composition: 1, member: 1 })
      .sort({ at: 1 })
      .limit(mostRead)
      .lean(),
  vitals: (version, since) =>
    VersionVitals.find({ version, hour: { $gte: since } }, { _id: 0, composition: 1, LCP: 1, INP: 1, CLS: 1 })
      // If there are more, the newest describe what is live now.
      .sort({ hour: -1 })
      .limit(mostRead)
      .lean(),
  async interactions(version, since) {
    const within = { version, hour: { $gte: since } };
    const [measured, late] = await Promise.all([
      VersionVitals.countDocuments({ ...within, INP: { $gte: 0 } }),
      VersionVitals.countDocuments({ ...within, INP: poor }),
    ]);
    return { measured, poor: late };
  },
});
