import type { VersionFailure, VersionVisits, VersionVitals } from '@frens/compose/server';
import { Schema } from 'mongoose';
import { declareNoMemberData } from '../../database/member-data.ts';

const reported = {
  _id: { type: String, required: true },
  version: { type: String, required: true },
  composition: { type: String, default: null },
  forgetAt: { type: Date, required: true },
} as const;
const hour = { type: Date, required: true } as const;

export const versionVisitsSchema = new Schema<VersionVisits>({
  ...reported,
  hour,
  visits: { type: Number, required: true },
  networks: { type: [Number], required: true },
});
versionVisitsSchema.index({ version: 1, hour: 1 });

export const versionFailureSchema = new Schema<VersionFailure>({
  ...reported,
  member: { type: String, default: null },
  code: { type: String, required: true },
  at: { type: Date, required: true },
});
versionFailureSchema.index({ version: 1, at: 1 });

export const versionVitalsSchema = new Schema<VersionVitals>({
  ...reported,
  hour,
  LCP: { type: Number },
  INP: { type: Number },
  CLS: { type: Number },
});
versionVitalsSchema.index({ version: 1, hour: 1, composition: 1, LCP: 1, INP: 1, CLS: 1 });

for (const schema of [versionVisitsSchema, versionFailureSchema, versionVitalsSchema])
  schema.index({ forgetAt: 1 }, { expireAfterSeconds: 0 });

declareNoMemberData(versionVisitsSchema, 'A number of pages, and of networks.');
declareNoMemberData(versionFailureSchema, 'Found by a keyed hash only, and gone after a day.');
declareNoMemberData(versionVitalsSchema, 'Found by a keyed hash only, and gone after three hours.');
