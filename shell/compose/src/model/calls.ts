import { z } from 'zod';
import { failureCodes, uncaughtCode } from './failure-codes.ts';

/** Web vitals: LCP, INP and CLS. */
export const vitalNames = ['LCP', 'INP', 'CLS'] as const;
export type VitalName = (typeof vitalNames)[number];

/** Ratings of a measured value, from best to worst. Values themselves are never sent. */
export const vitalRatings = ['good', 'needs-improvement', 'poor'] as const;
export type VitalRating = (typeof vitalRatings)[number];

/** A version of a remote or of the shell: `mf-quiz@0.1.0-3fa2c1d8e0` */
const VersionName = z
  .string()
  .max(100)
  .regex(/^[a-z]+(-[a-z]+)*@\d[\w.+-]*$/);

const RemoteVersionName = VersionName.regex(/^(?!shell@)/);

/** A page's vitals for one version while it was shown. */
export const MeasuredVital = z.object({
  version: VersionName,
  name: z.enum(vitalNames),
  rating: z.enum(vitalRatings),
});
export type MeasuredVital = z.infer<typeof MeasuredVital>;

/** Maximum number of versions in a report. */
const mostVersions = 20;

const Token = z.string().min(1).max(4_000);

/** Limits the calls of a network in five minutes. */
const ofNetwork = <const Points extends number>(points: Points) =>
  ({ per: 'network', points, seconds: 300 }) as const;

/** The calls of pages, by method and path. The host's API lists and answers them. */
export const compositionCalls = {
  /**
   * Reports the versions that a page has requested, each once, at the end of its visit, with ratings of their web vitals. A header names the
   * page's composition. The response lists those that are live, with a token for further reports; given an earlier token, the new one covers both.
   */
  'POST /api/composition/visits': {
    access: 'public',
    ignoresSession: true,
    limits: [ofNetwork(100)],
    body: z.object({
      versions: z.array(VersionName).max(mostVersions),
      token: Token.optional(),
      vitals: z
        .array(MeasuredVital)
        .max(mostVersions * vitalNames.length)
        .default([]),
    }),
    response: z.object({ token: z.string(), versions: z.array(z.string()) }),
    refuses: ['400 invalid_token'],
  },
  /** Reports a version that failed or threw on a page: the version and a code, nothing else. */
  'POST /api/composition/reports': {
    access: 'public',
    status: 204,
    limits: [ofNetwork(40)],
    body: z.union([
      z.object({ token: Token, version: RemoteVersionName, code: z.enum(failureCodes) }),
      z.object({ token: Token, version: VersionName, code: z.literal(uncaughtCode) }),
    ]),
    refuses: ['400 invalid_token'],
  },
} as const;
