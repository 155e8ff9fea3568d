import { stillRunning } from '../idempotency.ts';
import type { ApiContext } from '../state.ts';

/** Members with an upload in hand in this process. */
const inHand = new Set<string>();

/**
 * Lets a member have one upload in hand until it is answered or its connection is gone: a file lies in memory and costs
 * work, and a picture replaces the one before anyway.
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
