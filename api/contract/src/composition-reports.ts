import { z } from 'zod';
import { perMinutes } from './call-limits.ts';
import { endpoint } from './endpoint.ts';

/** Numbers of the notices that stand in a remote's place (docs/errors.md). */
export const failureCodes = ['REMOTE-101', 'REMOTE-102', 'REMOTE-103', 'REMOTE-104', 'REMOTE-105'] as const;
export type FailureCode = (typeof failureCodes)[number];

/** `mf-quiz@0.1.0-3fa2c1d8e0` */
const VersionName = z
  .string()
  .max(100)
  .regex(/^mf-[a-z]+(-[a-z]+)*@\d[\w.+-]*$/);

/** How many versions a page can speak of at once. */
const mostVersions = 20;

export const compositionReportEndpoints = {
  /** A page tells which versions of remotes it has asked for, each once. The token lets it report that one of those failed that are live, which the answer names. */
  'POST /api/composition/visits': endpoint({
    access: 'public',
    limits: [perMinutes(5, 100, 'network')],
    body: z.object({ versions: z.array(VersionName).min(1).max(mostVersions) }),
    response: z.object({ token: z.string(), versions: z.array(z.string()) }),
  }),
  /** A version failed on a page. Nothing but the version and the number of its notice is told. */
  'POST /api/composition/reports': endpoint({
    access: 'public',
    status: 204,
    limits: [perMinutes(5, 40, 'network')],
    body: z.object({
      token: z.string().min(1).max(4_000),
      version: VersionName,
      code: z.enum(failureCodes),
    }),
  }),
};
