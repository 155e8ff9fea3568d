import { stillRunning } from '../idempotency.ts';
import type { ApiContext } from '../state.ts';

/** Members whose upload is being processed here. */
const inHand = new Set<string>();

/**
 * A semaphore of one upload per member, held until it is answered or its connection closes: the file is held in memory and costs
 * work, and a new picture replaces the previous one anyway.
 *
 * @throws {AppError} 409 `request_running` while there is another one
 */
export function acquireUploadSlot({ state: { caller }, res }: Pick<ApiContext, 'state' | 'res'>): void {
  if (!caller) return;
  const memberId = String(caller.user._id);
  if (inHand.has(memberId)) throw stillRunning();
  inHand.add(memberId);
  res.once('close', () => inHand.delete(memberId));
}
