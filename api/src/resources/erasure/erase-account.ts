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

/** How long erasing holds up other jobs of its process at most, but for the batch at hand. */
const turn = second;

type Begun = Pick<User, '_id' | 'emailKey' | 'emailVerified'> & { erasing: NonNullable<User['erasing']> };

/**
 * Erases a member whose time to keep the account is over (D46). What others share with the member is settled first, by the commands
 * of each capability; then everything goes that the models declare. Each batch is a transaction that leaves ledger and totals sound,
 * and all of it may end at any moment, begin again and be done twice at once.
 */
export async function eraseMember(
  services: Services,
  memberId: ObjectId,
  { jobId, isTimeUp = () => false }: { jobId: string; isTimeUp?: () => boolean },
): Promise<'erased' | 'unfinished' | 'kept'> {
  const begun = await begin(services, memberId);
  if (!begun) return 'kept';
  const { _id: id, erasing } = begun;
  const { as, pandaId } = erasing;
  const batches = [
    () => returnStakes(services, { stakerId: id }),
    ...(pandaId ? [() => returnStakes(services, { pandaId })] : []),
    // Before the friendships, which count for it.
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
  const keys = { id, emailKey: ownEmailKey(begun), pandaId };
  const isDone = await eraseTraces(services, { keys, as, jobId }, isTimeUp);
  return isDone ? 'erased' : 'unfinished';
}

/** From here on the account cannot be kept. Returns null when it is, or is gone. */
async function begin(services: Services, memberId: ObjectId): Promise<Begun | null> {
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

/** Does the job that an ended account left. */
export function eraseAccountHandler(services: Services): JobHandler {
  return handler(eraseAccount, async ({ memberId }, { jobId }) => {
    const until = performance.now() + turn;
    const outcome = await eraseMember(services, idFrom(memberId), {
      jobId,
      isTimeUp: () => performance.now() > until,
    });
    if (outcome === 'unfinished') return outcome;
    // Without the id: nothing may tie what is kept to who it was.
    if (outcome === 'erased') services.log.info({ security: 'account_erased' });
    return undefined;
  });
}
