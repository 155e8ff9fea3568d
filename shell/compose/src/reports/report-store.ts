import type { VitalName } from '../model/calls.ts';
import type { FailureCode } from '../model/failure-codes.ts';
import type { SlowAnswers } from '../quarantine.ts';

/** What is kept of a version. */
interface Reported {
  _id: string;
  /** `mf-quiz@0.1.0-3fa2c1d8e0` */
  version: string;
  /** Id of what the page was made from; null where that is not live any more. */
  composition: string | null;
  forgetAt: Date;
}

/**
 * How many pages have asked for a version in one hour, of one network ten at most: one of several documents, so that pages do not wait for each
 * other. Its id is the version, the composition, the hour and which of the documents.
 */
export interface VersionVisits extends Reported {
  /** When the hour began. */
  hour: Date;
  visits: number;
  /** Eight bits of a keyed hash per network: enough to estimate their number, not to identify one. */
  networks: number[];
}

/**
 * A version failed for somebody: one for each network, and of each member one counts. Its id is a keyed hash of the version and the network, which
 * leads back to nobody.
 */
export interface VersionFailure extends Reported {
  /** Keyed hash of the version and the member; null for visitors and young accounts. */
  member: string | null;
  code: FailureCode;
  at: Date;
}

/**
 * How fast a version was for somebody within an hour: one for each session and network, with the worst of each. Ratings are places in
 * `vitalRatings`, absent where a browser does not measure it, or there was nothing to measure. Its id is a keyed hash of all the rest, the network
 * and the session: it leads back to nobody, nor to the hour before.
 */
export interface VersionVitals extends Reported, Partial<Record<VitalName, number>> {
  /** When the hour began. */
  hour: Date;
}

/** Where a host keeps what pages report, until `forgetAt`. Many may write at once. */
export interface ReportStore {
  /** Counts a visit; where there is a document of the same id, its visits add up and its networks are joined. */
  addVisits(visits: readonly VersionVisits[]): Promise<void>;
  /** Adds a failure; returns whether there was none of the same id, which stays as it is. */
  addFailure(failure: VersionFailure): Promise<boolean>;
  /** Adds vitals; where there are some of the same id, the worst of each stays. */
  addVitals(vitals: readonly VersionVitals[]): Promise<void>;
  visits(version: string, since: Date): Promise<Pick<VersionVisits, 'composition' | 'visits'>[]>;
  /** Of how many kinds the networks are. */
  networks(version: string, since: Date): Promise<number>;
  /** Failures until a moment, oldest first; after ten thousand no more tell anything. */
  failures(
    version: string,
    since: Date,
    until: Date,
  ): Promise<Pick<VersionFailure, 'code' | 'composition' | 'member'>[]>;
  /** Newest hours first, and not much more than ten thousand. */
  vitals(version: string, since: Date): Promise<Pick<VersionVitals, 'composition' | VitalName>[]>;
  /** For how many people a version was used, and for how many of them it answered too late. */
  interactions(version: string, since: Date): Promise<SlowAnswers>;
}
