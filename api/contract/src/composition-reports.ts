import { z } from 'zod';
import { perMinutes } from './call-limits.ts';
import { endpoint } from './endpoint.ts';
import { failureCodes, uncaughtCode } from './failure-codes.ts';

/** What a page measures of itself: when its largest part was there, how late it answers, and how much of it jumps. */
export const vitalNames = ['LCP', 'INP', 'CLS'] as const;
export type VitalName = (typeof vitalNames)[number];

/** How a measured value is called, from the best to the worst. Values themselves are never told. */
export const vitalRatings = ['good', 'needs-improvement', 'poor'] as const;
export type VitalRating = (typeof vitalRatings)[number];

/** `mf-quiz@0.1.0-3fa2c1d8e0` */
const RemoteVersionName = z
  .string()
  .max(100)
  .regex(/^mf-[a-z]+(-[a-z]+)*@\d[\w.+-]*$/);

/** The same, or the shell's: `shell@0.1.0-9b1c2d3e4f` */
const VersionName = z
  .string()
  .max(100)
  .regex(/^(shell|mf-[a-z]+(-[a-z]+)*)@\d[\w.+-]*$/);

/** What a page found out about a version while that was on show. */
export const MeasuredVital = z.object({
  version: VersionName,
  name: z.enum(vitalNames),
  rating: z.enum(vitalRatings),
});
export type MeasuredVital = z.infer<typeof MeasuredVital>;

/** How many versions a page can speak of at once. */
const mostVersions = 20;

const Token = z.string().min(1).max(4_000);

export const compositionReportEndpoints = {
  /**
   * A page tells which versions it has asked for, each once; its composition is in the header of every call. The token lets it report on those
   * that are live, which the answer names.
   */
  'POST /api/composition/visits': endpoint({
    access: 'public',
    limits: [perMinutes(5, 100, 'network')],
    body: z.object({ versions: z.array(VersionName).min(1).max(mostVersions) }),
    response: z.object({ token: z.string(), versions: z.array(z.string()) }),
  }),
  /** A version failed on a page, or threw on it. Nothing but the version and its number is told. */
  'POST /api/composition/reports': endpoint({
    access: 'public',
    status: 204,
    limits: [perMinutes(5, 40, 'network')],
    body: z.union([
      z.object({ token: Token, version: RemoteVersionName, code: z.enum(failureCodes) }),
      z.object({ token: Token, version: VersionName, code: z.literal(uncaughtCode) }),
    ]),
  }),
  /** A page that is left tells how fast its versions were: three words each at most, no figures. */
  'POST /api/composition/vitals': endpoint({
    access: 'public',
    status: 204,
    limits: [perMinutes(5, 100, 'network')],
    body: z.object({
      token: Token,
      vitals: z
        .array(MeasuredVital)
        .min(1)
        .max(mostVersions * vitalNames.length),
    }),
  }),
};
