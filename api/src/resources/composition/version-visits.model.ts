import { Schema } from 'mongoose';
import { declareNoMemberData } from '../../database/member-data.ts';

/** How many pages have asked for a version of a remote in one hour, of one network ten at most: one of several documents, so that pages do not wait for each other. */
export interface VersionVisits {
  /** The version, the composition, the hour and which of the documents. */
  _id: string;
  /** `mf-quiz@0.1.0-3fa2c1d8e0` */
  version: string;
  /** Id of what the pages were made from; null where that is not live any more. */
  composition: string | null;
  /** When the hour began. */
  hour: Date;
  visits: number;
  /** From which networks: of each, eight bits of a keyed hash. Their number can be estimated, and nobody found. */
  networks?: number[];
  forgetAt: Date;
}

export const versionVisitsSchema = new Schema<VersionVisits>(
  {
    _id: { type: String, required: true },
    version: { type: String, required: true },
    composition: { type: String, default: null },
    hour: { type: Date, required: true },
    visits: { type: Number, required: true },
    networks: { type: [Number], default: undefined },
    forgetAt: { type: Date, required: true },
  },
  { versionKey: false },
);
versionVisitsSchema.index({ version: 1, hour: 1 });
versionVisitsSchema.index({ forgetAt: 1 }, { expireAfterSeconds: 0 });

declareNoMemberData(versionVisitsSchema, 'A number of pages, and of networks.');
