import { newId, type ObjectId } from '../../database/ids.ts';
import type { Services } from '../../services.ts';
import type { PandaContentDoc } from './panda.model.ts';

const milestones = new Set(['1', '10', '50', '100', 'retake']);

/**
 * What a Panda's timeline tells of a milestone: its 1st, 10th, 50th or 100th backer, or the quiz taken again (D43). Null
 * for a number that is none.
 */
export function milestoneOf(pandaId: ObjectId, milestone: string, createdAt: Date): PandaContentDoc | null {
  if (!milestones.has(milestone)) return null;
  const told = { type: 'milestone', milestone, authorId: null, text: '', cheers: 0 } as const;
  return { _id: newId(), pandaId, ...told, tags: [], createdAt };
}

/** Tells of a milestone on the timeline, once. */
export async function writeMilestone(
  { db, clock }: Services,
  pandaId: ObjectId,
  milestone: string,
): Promise<void> {
  const content = milestoneOf(pandaId, milestone, clock.now());
  if (!content) return;
  const { Content } = db.models;
  const isTold = milestone !== 'retake' && (await Content.exists({ pandaId, milestone }));
  if (!isTold) await Content.create(content);
}
