import type { Language } from '@frens/contract';
import { errorCodes } from '@frens/contract/errors';
import { limits } from '@frens/contract/limits';
import { day, minute } from '../../clock.ts';
import type { ObjectId } from '../../database/ids.ts';
import { conflict, forbidden } from '../../errors.ts';
import type { Services } from '../../services.ts';
import type { User } from '../members/user.model.ts';
import { loadPanda } from './find-content.ts';
import type { Panda } from './panda.model.ts';
import { indexPanda } from './panda-entry.ts';
import { pandaNameIn } from './panda-name.policy.ts';

/** When a Panda may be renamed again; null: at once. */
export function renamableFrom({ renamedAt }: Pick<Panda, 'renamedAt'>, now: Date): Date | null {
  if (!renamedAt) return null;
  const from = new Date(renamedAt.getTime() + limits.pandaName.days * day);
  // A rename in the future means that the clock was set back: it must not extend the wait.
  return from > now && renamedAt.getTime() <= now.getTime() + minute ? from : null;
}

/**
 * Renames a member's own Panda, in the caller's transaction (D42). Submitting its present name in their language changes nothing.
 *
 * @throws 404 when there is no such Panda; 403 when it is another member's; 409 `renamed_recently` with `renamableFrom`
 */
export async function renamePanda(
  services: Services,
  owner: User,
  pandaId: ObjectId,
  name: string,
  language: Language,
): Promise<void> {
  const panda = await loadPanda(services, pandaId, owner);
  if (!panda.ownerId.equals(owner._id)) throw forbidden();
  if (pandaNameIn(panda, language) === name) return;
  const now = services.clock.now();
  const from = renamableFrom(panda, now);
  if (from) {
    throw conflict(errorCodes.renamedRecently, {
      fields: { name: { key: 'validation.renamedRecently', values: { days: limits.pandaName.days } } },
      details: { renamableFrom: from.toISOString() },
    });
  }
  const renamed = { name, renamedAt: now };
  await services.db.models.Panda.updateOne({ _id: pandaId }, { $set: renamed });
  await indexPanda(services, { ...panda, ...renamed });
}
