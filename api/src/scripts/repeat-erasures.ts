import type { Config } from '../config.ts';
import { isId, newId } from '../database/ids.ts';
import { eraseMember } from '../resources/erasure/erase-account.ts';
import { startServices } from '../start-services.ts';

/** A warning for operators when the log has a fault after the restored moment. */
export const erasuresUnknown =
  'Members who were erased then are there again: erase them as `account_ended` in the log of the server names them.';

/**
 * Repeats the erasure of members whom a restored backup contains again (D46).
 *
 * @returns their number
 */
export async function repeatErasures(config: Config, ids: readonly unknown[]): Promise<number> {
  const again = ids.filter(isId);
  if (again.length === 0) return 0;
  const { services, close } = await startServices({ ...config, seedDemo: false });
  let count = 0;
  try {
    const { User: Users } = services.db.models;
    for (const id of again) {
      const { matchedCount } = await Users.updateOne(
        { _id: id },
        { $set: { eraseAt: services.clock.now() } },
      );
      if (matchedCount === 0) continue;
      await eraseMember(services, id, { jobId: String(newId()) });
      count += 1;
    }
  } finally {
    await close();
  }
  return count;
}
