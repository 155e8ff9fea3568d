import { z } from 'zod';

/** Who asked for something, and why. */
export const Author = z.object({ who: z.string().min(1), why: z.string().min(1).nullable() });
export type Author = z.infer<typeof Author>;

/** A canary: versions shown to a share of visitors. */
export const Canary = z.object({
  /** Id of their composition. */
  composition: z.string().min(1),
  /** The versions that differ from the live ones, as in `mf-quiz@0.1.0-3fa2c1d8e0`. */
  versions: z.array(z.string()),
  /** In per cent. */
  share: z.number().int().min(1).max(99),
});
export type Canary = z.infer<typeof Canary>;

/** What visitors of an environment see. */
export interface Shown {
  /** Id of the composition that is live. */
  composition: string;
  canary: Canary | null;
}

/** Kinds of changes to an environment. */
export const historyKinds = [
  'promote',
  'rollback',
  'freeze',
  'unfreeze',
  'prune',
  'quarantine',
  'canary',
] as const;

/** An immutable entry in an environment's history. The entry with the highest number is live. */
export const HistoryEntry = Author.extend({
  /** Starts at 1. An environment changes by writing the next number, which only one process can do. */
  number: z.number().int().positive(),
  kind: z.enum(historyKinds),
  /** ISO 8601. */
  at: z.iso.datetime(),
  /** Id of the composition that is live from here on. */
  composition: z.string().min(1),
  /** For a rollback: the number of the restored entry. */
  backTo: z.number().int().positive().optional(),
  /** For a rollback: the later versions that it passed over, as in `mf-quiz@0.1.0-3fa2c1d8e0`, and why each. */
  skipped: z.record(z.string(), z.string()).optional(),
  /** For a prune: the removed folders. */
  pruned: z.array(z.string()).optional(),
  /** For a quarantine: the version taken offline. */
  quarantined: z.string().optional(),
  /** For a rollback that ended a canary alone: its versions. */
  endedCanary: z.array(z.string()).optional(),
  /** Bad versions, as in `mf-quiz@0.1.0-3fa2c1d8e0`, with the number of the entry that took each offline. */
  takenOff: z.record(z.string(), z.number().int().positive()).optional(),
  /** The canary from this entry on; absent without one. */
  canary: Canary.nullable().optional(),
  /** Start and reason of a freeze; null if promotions are allowed. */
  frozen: Author.extend({ at: z.iso.datetime() }).nullable(),
});
export type HistoryEntry = z.infer<typeof HistoryEntry>;

/** The default environment of a server. */
export const defaultEnvironment = 'live';
export const environmentName = /^[a-z][a-z0-9-]*$/;
