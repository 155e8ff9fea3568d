import { second } from '../../clock.ts';
import { idFrom, newId, type ObjectId } from '../../database/ids.ts';
import { handler, type JobHandler } from '../../jobs/worker.ts';
import type { Services } from '../../services.ts';
import { eraseAccount } from '../account-deletion/erase-job.ts';
import { reserveName } from '../account-deletion/reserved-names.ts';
import { leaveCircle } from '../circles/leave-circles.ts';
import { endFriendships } from '../connections/end-friendships.ts';
import { memberKey, ownEmailKey, type User } from '../members/user.model.ts';
import { eraseCheers, eraseContent } from '../pandas/erase-content.ts';
import { retirePanda } from '../pandas/retire-panda.ts';
import { returnStakes } from '../stakes/return-stakes.ts';
import { closeAccounts } from '../wallet/close-accounts.ts';
import { eraseTraces } from './erase-traces.ts';

/** How long one run may delay the other jobs of its process, in milliseconds; it still completes its current batch. */
const timeSlice = second;

type Subject = Pick<User, '_id' | 'emailKey' | 'emailVerified'> & { erasing: NonNullable<User['erasing']> };

/**
 * Erases a member after the undo period (D46). Commands of each capability first settle what the member shares with others; then the
 * models' declarations say what else to erase. Each batch is a transaction that keeps the ledger and the totals consistent.
 * Idempotent: erasure can stop at any point, resume, and run twice at once.
 */
export async function eraseMember(
  services: Services,
  memberId: ObjectId,
  { jobId, isTimeUp = () => false }: { jobId: string; isTimeUp?: () => boolean },
): Promise<'erased' | 'unfinished' | 'kept'> {
  const member = await beginErasure(services, memberId);
  if (!member) return 'kept';
  const { _id: id, erasing } = member;
  const { as, pandaId } = erasing;
  const batches = [
    () => returnStakes(services, { stakerId: id }),
    ...(pandaId ? [() => returnStakes(services, { pandaId })] : []),
    // Before the friendships, which count in the Panda's quotient.
    () => retirePanda(services, id),
    ...(pandaId ? [() => eraseContent(services, { pandaId })] : []),
    () => eraseContent(services, { authorId: id }),
    () => eraseCheers(services, id),
    () => endFriendships(services, id),
    () => leaveCircle(services, id),
  ];
  for (const next of batches) {
    while (await next()) if (isTimeUp()) return 'unfinished';
  }
  await closeAccounts(services, id, erasing);
  const keys = { id, emailKey: ownEmailKey(member), pandaId };
  const isDone = await eraseTraces(services, { keys, as, jobId }, isTimeUp);
  return isDone ? 'erased' : 'unfinished';
}

/** Marks an account as being erased, after which it cannot be restored. Returns null if it was restored or is gone. */
async function beginErasure(services: Services, memberId: ObjectId): Promise<Subject | null> {
  const { db, clock } = services;
  const { MemberEntry, User: Users } = db.models;
  return db.transaction(
    async () => {
      const user = await Users.findOne({ _id: memberId, eraseAt: { $lte: clock.now() } }).lean();
      if (!user) return null;
      if (user.erasing) return { ...user, erasing: user.erasing };
      const erasing = { as: newId(), pandaId: user.pandaId };
      await Users.updateOne({ _id: memberId }, { $set: { erasing, profileComplete: false } });
      await MemberEntry.deleteOne({ _id: memberId });
      if (user.username !== null) await reserveName(services, user.username);
      return { ...user, erasing };
    },
    { lockKeys: [memberKey(memberId)] },
  );
}

/** Handles the job that ending an account queues. */
export function eraseAccountHandler(services: Services): JobHandler {
  return handler(eraseAccount, async ({ memberId }, { jobId }) => {
    const until = performance.now() + timeSlice;
    const outcome = await eraseMember(services, idFrom(memberId), {
      jobId,
      isTimeUp: () => performance.now() > until,
    });
    if (outcome === 'unfinished') return outcome;
    // Without the id: nothing may link the data that stays to the person.
    if (outcome === 'erased') services.log.info({ security: 'account_erased' });
    return undefined;
  });
}
