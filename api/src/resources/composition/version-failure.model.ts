import type { FailureCode } from '@frens/compose/composition';
import { Schema } from 'mongoose';
import { declareNoMemberData } from '../../database/member-data.ts';

/** A version of a remote failed for somebody: one for each network, and of each member one counts. */
export interface VersionFailure {
  /** Keyed hash of the version and the network: it leads back to nobody. */
  _id: string;
  /** Keyed hash of the version and the member; null for visitors and accounts of the last day. */
  member: string | null;
  /** `mf-quiz@0.1.0-3fa2c1d8e0` */
  version: string;
  /** Id of what the page was made from; null where that is not live any more. */
  composition: string | null;
  code: FailureCode;
  at: Date;
  forgetAt: Date;
}

export const versionFailureSchema = new Schema<VersionFailure>(
  {
    _id: { type: String, required: true },
    member: { type: String, default: null },
    version: { type: String, required: true },
    composition: { type: String, default: null },
    code: { type: String, required: true },
    at: { type: Date, required: true },
    forgetAt: { type: Date, required: true },
  },
  { versionKey: false },
);
versionFailureSchema.index({ version: 1, at: 1 });
versionFailureSchema.index({ forgetAt: 1 }, { expireAfterSeconds: 0 });

declareNoMemberData(versionFailureSchema, 'Found by a keyed hash only, and gone after a day.');
