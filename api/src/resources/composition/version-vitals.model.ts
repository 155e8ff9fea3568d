import { Schema } from 'mongoose';
import { declareNoMemberData } from '../../database/member-data.ts';

/** How fast a version was for somebody within an hour: one for each session and network, with the worst of each. */
export interface VersionVitals {
  /** Keyed hash of all the rest, the network and the session: it leads back to nobody, nor to the hour before. */
  _id: string;
  /** `mf-quiz@0.1.0-3fa2c1d8e0` */
  version: string;
  /** Id of what the page was made from; null where that is not live any more. */
  composition: string | null;
  /** When the hour began. */
  hour: Date;
  /** Places in `vitalRatings`; absent where a browser does not measure it, or there was nothing to measure. */
  LCP?: number;
  INP?: number;
  CLS?: number;
  forgetAt: Date;
}

export const versionVitalsSchema = new Schema<VersionVitals>(
  {
    _id: { type: String, required: true },
    version: { type: String, required: true },
    composition: { type: String, default: null },
    hour: { type: Date, required: true },
    LCP: { type: Number },
    INP: { type: Number },
    CLS: { type: Number },
    forgetAt: { type: Date, required: true },
  },
  { versionKey: false },
);
versionVitalsSchema.index({ version: 1, hour: 1, composition: 1, LCP: 1, INP: 1, CLS: 1 });
versionVitalsSchema.index({ forgetAt: 1 }, { expireAfterSeconds: 0 });

declareNoMemberData(versionVitalsSchema, 'Found by a keyed hash only, and gone after three hours.');
