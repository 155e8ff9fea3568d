import type { VitalName } from '../model/calls.ts';
import type { FailureCode } from '../model/failure-codes.ts';
import type { SlowAnswers } from '../quarantine.ts';

/** The fields of every report. */
interface Reported {
  _id: string;
  /** `mf-quiz@0.1.0-3fa2c1d8e0` */
  version: string;
  /** Id of the page's composition; null if it is no longer live. */
  composition: string | null;
  forgetAt: Date;
}

/**
 * Counts the pages that requested a version in an hour, at most ten per network. The count is sharded over several documents, so that processes
 * do not contend. The id consists of version, composition, hour and shard.
 */
export interface VersionVisits extends Reported {
  /** Start of the hour. */
  hour: Date;
  visits: number;
  /** Eight bits of a keyed hash per network: enough to estimate their number, not to identify one. */
  networks: number[];
}

/**
 * A failure of a version: one per network, of which one per member counts. The id is a keyed hash of version and network, which identifies
 * nobody.
 */
export interface VersionFailure extends Reported {
  /** Keyed hash of version and member; null for visitors and new accounts. */
  member: string | null;
  code: FailureCode;
  at: Date;
}

/**
 * Web vitals of a version within an hour: one document per session and network, with the worst rating of each vital. Ratings are indexes of
 * `vitalRatings`, absent if nothing was measured. The id is a keyed hash of all other fields, the network and the session: it identifies nobody,
 * and does not link hours.
 */
export interface VersionVitals extends Reported, Partial<Record<VitalName, number>> {
  /** Start of the hour. */
  hour: Date;
}

/**
 * The host's store of reports, which expire at `forgetAt`. Writes may be concurrent. Visits and vitals may be written a moment later, and together,
 * but reads of the same process find them.
 */
export interface ReportStore {
  /** Upserts counts: visits of the same id add up, and their networks are merged. */
  addVisits(visits: readonly VersionVisits[]): Promise<void>;
  /** Inserts a failure unless its id exists; returns whether it was inserted. */
  addFailure(failure: VersionFailure): Promise<boolean>;
  /** Upserts vitals: of the same id, the worst rating of each vital stays. */
  addVitals(vitals: readonly VersionVitals[]): Promise<void>;
  visits(version: string, since: Date): Promise<Pick<VersionVisits, 'composition' | 'visits'>[]>;
  /** Counts distinct networks. */
  networks(version: string, since: Date): Promise<number>;
  /** Failures until a moment, oldest first, at most ten thousand. */
  failures(
    version: string,
    since: Date,
    until: Date,
  ): Promise<Pick<VersionFailure, 'code' | 'composition' | 'member'>[]>;
  /** Newest hours first, about ten thousand at most. */
  vitals(version: string, since: Date): Promise<Pick<VersionVitals, 'composition' | VitalName>[]>;
  /** Counts the people who used a version, and those for whom it responded slowly. */
  interactions(version: string, since: Date): Promise<SlowAnswers>;
}
