import { z } from 'zod';

/** Who asked for something, and why. */
export const Author = z.object({ who: z.string().min(1), why: z.string().min(1).nullable() });
export type Author = z.infer<typeof Author>;

/** Versions that a share of visitors sees. */
export const Canary = z.object({
  /** Id of the composition that they see. */
  composition: z.string().min(1),
  /** What is different in it, as in `mf-quiz@0.1.0-3fa2c1d8e0`. */
  versions: z.array(z.string()),
  /** In per cent. */
  share: z.number().int().min(1).max(99),
});
export type Canary = z.infer<typeof Canary>;

/** What visitors see of an environment. */
export interface Shown {
  /** Id of the composition that is live. */
  composition: string;
  canary: Canary | null;
}

/** What happened to an environment. */
export const historyKinds = [
  'promote',
  'rollback',
  'freeze',
  'unfreeze',
  'prune',
  'quarantine',
  'canary',
] as const;

/** One step in the history of an environment; never changed. The one with the highest number says what is live. */
export const HistoryEntry = Author.extend({
  /** 1 for the first. Writing the next number is how the environment moves: only one process can. */
  number: z.number().int().positive(),
  kind: z.enum(historyKinds),
  /** When, as ISO 8601. */
  at: z.iso.datetime(),
  /** Id of the composition that is live from here on. */
  composition: z.string().min(1),
  /** Of a rollback: number of the entry that it went back to. */
  backTo: z.number().int().positive().optional(),
  /** Of a prune: folders of the store that went. */
  pruned: z.array(z.string()).optional(),
  /** Of a quarantine: the version that was taken off. */
  quarantined: z.string().optional(),
  /** Versions that failed or were gone back from, as in `mf-quiz@0.1.0-3fa2c1d8e0`, with the number of the step that took each off. */
  takenOff: z.record(z.string(), z.number().int().positive()).optional(),
  /** What a share of visitors sees instead, from here on; nothing where it is absent. */
  canary: Canary.nullable().optional(),
  /** Since when and why nothing may be promoted; null while it may. */
  frozen: Author.extend({ at: z.iso.datetime() }).nullable(),
});
export type HistoryEntry = z.infer<typeof HistoryEntry>;

/** The environment that members see unless a server is told otherwise. */
export const defaultEnvironment = 'live';
export const environmentName = /^[a-z][a-z0-9-]*$/;
