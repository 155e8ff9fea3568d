import type { Language, LedgerEntry } from '@frens/contract';
import { toBamboo } from '@frens/contract/bamboo';
import { ledgerKinds } from '@frens/contract/choices';
import type { ObjectId } from '../../database/ids.ts';
import { positionFilter, readNewest, readPage } from '../../paging.ts';
import type { Services } from '../../services.ts';
import type { ApiContext } from '../../state.ts';
import { notHidden } from '../pandas/panda.model.ts';
import { pandaNameIn } from '../pandas/panda-name.policy.ts';
import { findInvisiblePandas } from '../visibility/hidden-pandas.ts';
import { type Posting, pandaOfPool, postingsOf, walletOf } from './ledger.model.ts';

/** Lists the postings of a member's wallet, newest first, in pages (D33). */
export async function listLedger(
  services: Services,
  { memberId, language }: { memberId: ObjectId; language: Language },
  paging: { limit: number; cursor?: string },
  ctx: ApiContext,
): Promise<LedgerEntry[]> {
  const { Panda, Posting: Postings } = services.db.models;
  return readPage(ctx, paging, {
    read: (after, size) => readNewest(Postings, { ...postingsOf(memberId), ...positionFilter(after) }, size),
    async present(postings) {
      const pandas = await Panda.find(
        { _id: { $in: postings.flatMap((posting) => pandaIdOf(posting) ?? []) }, ...notHidden },
        { name: 1, renamedAt: 1, ownerId: 1 },
      ).lean();
      const invisible = await findInvisiblePandas(services, memberId, pandas);
      const shown = pandas.filter(({ _id }) => !invisible.has(String(_id)));
      const names = new Map(shown.map((panda) => [String(panda._id), pandaNameIn(panda, language)]));
      return postings.map((posting) => presentPosting(posting, names));
    },
  });
}

/** Presents a posting; null for kinds that only erasure writes. */
function presentPosting(posting: Posting, pandaNames: Map<string, string>): LedgerEntry | null {
  const kind = ledgerKinds.find((one) => one === posting.kind);
  const own = posting.legs.find(({ account }) => account === walletOf(posting.memberId));
  if (!kind || !own || own.balanceAfter === null) return null;
  const id = pandaIdOf(posting);
  const name = id && pandaNames.get(id);
  return {
    id: String(posting._id),
    kind,
    amount: toBamboo(own.amount),
    balanceAfter: toBamboo(own.balanceAfter),
    panda: id && name ? { id, name } : null,
    createdAt: posting.createdAt.toISOString(),
  };
}

/** The id of the Panda whose pool has a leg of the posting. */
function pandaIdOf({ legs }: Posting): string | null {
  return legs.map(({ account }) => pandaOfPool(account)).find(Boolean) ?? null;
}
