import { z } from 'zod';

/** Who asked for something, and why. */
export const Author = z.object({ who: z.string().min(1), why: z.string().min(1).nullable() });
export type Author = z.infer<typeof Author>;

/** What happened to an environment. */
export const historyKinds = ['promote', 'rollback', 'freeze', 'unfreeze', 'prune', 'quarantine'] as const;

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
  /** Since when and why nothing may be promoted; null while it may. */
  frozen: Author.extend({ at: z.iso.datetime() }).nullable(),
});
export type HistoryEntry = z.infer<typeof HistoryEntry>;

/** The environment that members see unless a server is told otherwise. */
export const defaultEnvironment = 'live';
export const environmentName = /^[a-z][a-z0-9-]*$/;
