import { newId, type ObjectId } from '../../database/ids.ts';
import type { Services } from '../../services.ts';
import type { PandaContentDoc } from './panda.model.ts';

const milestones = new Set(['1', '10', '50', '100', 'retake']);

/**
 * Builds the timeline entry of a milestone: the 1st, 10th, 50th or 100th backer, or a retaken quiz (D43). Null for a number that is
 * not a milestone.
 */
export function milestoneOf(pandaId: ObjectId, milestone: string, createdAt: Date): PandaContentDoc | null {
  if (!milestones.has(milestone)) return null;
  const fields = { type: 'milestone', milestone, authorId: null, text: '', cheers: 0 } as const;
  return { _id: newId(), pandaId, ...fields, tags: [], createdAt };
}

/** Adds a milestone to the timeline, each number of backers once. */
export async function writeMilestone(
  { db, clock }: Services,
  pandaId: ObjectId,
  milestone: string,
): Promise<void> {
  const content = milestoneOf(pandaId, milestone, clock.now());
  if (!content) return;
  const { Content } = db.models;
  const exists = milestone !== 'retake' && (await Content.exists({ pandaId, milestone }));
  if (!exists) await Content.create(content);
}
