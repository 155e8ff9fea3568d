import { z } from 'zod';
import { traitNames } from './panda-scoring.ts';

/** Why two frens may get on (D70), limited to what the caller is shown of both. */
export const MatchReason = z.discriminatedUnion('kind', [
  /** Friends of both. */
  z.object({ kind: z.literal('friends'), count: z.int().positive(), name: z.string() }),
  z.object({ kind: z.literal('interest'), name: z.string() }),
  /** The same leading trait. */
  z.object({ kind: z.literal('trait'), trait: z.enum(traitNames) }),
  z.object({ kind: z.literal('circles'), count: z.int().positive(), name: z.string() }),
  /** Similar ages. */
  z.object({ kind: z.literal('age') }),
  /** Joined recently. */
  z.object({ kind: z.literal('new') }),
]);

/** Strongest first. */
export const MatchReasons = z.array(MatchReason);

export type MatchReason = z.output<typeof MatchReason>;
