import { z } from 'zod';
import { traitNames } from './panda-scoring.ts';

/** Why two frens may get on (D70), limited to what the caller is shown of both. */
export const MatchReason = z.discriminatedUnion('kind', [
  /** Friends of the caller's who know both. */
  z.object({ kind: z.literal('friends'), count: z.int().positive(), name: z.string() }),
  z.object({ kind: z.literal('interest'), name: z.string() }),
  /** Both Pandas are led by it. */
  z.object({ kind: z.literal('trait'), trait: z.enum(traitNames) }),
  z.object({ kind: z.literal('circles'), count: z.int().positive(), name: z.string() }),
  /** Their ages are near. */
  z.object({ kind: z.literal('age') }),
  /** They joined lately. */
  z.object({ kind: z.literal('new') }),
]);

/** The strongest first. */
export const MatchReasons = z.array(MatchReason);

export type MatchReason = z.output<typeof MatchReason>;
