import { stillRunning } from '../idempotency.ts';
import type { ApiContext } from '../state.ts';

/** Members with an upload in progress in this process. */
const uploadingMembers = new Set<string>();

/**
 * A semaphore of one upload per member, held until its connection closes. Uploads cost memory and processor time, and a new picture
 * replaces the previous one anyway.
 *
 * @throws {AppError} 409 `request_running` while another upload runs
 */
export function acquireUploadSlot({ state: { caller }, res }: Pick<ApiContext, 'state' | 'res'>): void {
  if (!caller) return;
  const memberId = String(caller.user._id);
  if (uploadingMembers.has(memberId)) throw stillRunning();
  uploadingMembers.add(memberId);
  res.once('close', () => uploadingMembers.delete(memberId));
}
