import { newId, type ObjectId } from '../../database/ids.ts';
import type { Services } from '../../services.ts';

const milestones = new Set(['1', '10', '50', '100', 'retake']);

/** Tells on the timeline that a Panda got its 1st, 10th, 50th or 100th backer, or took the quiz again (D43). */
export async function writeMilestone(
  { db, clock }: Services,
  pandaId: ObjectId,
  milestone: string,
): Promise<void> {
  if (!milestones.has(milestone)) return;
  const { Content } = db.models;
  const isTold = milestone !== 'retake' && (await Content.exists({ pandaId, milestone }));
  if (isTold) return;
  await Content.create({ _id: newId(), pandaId, type: 'milestone', milestone, createdAt: clock.now() });
}
