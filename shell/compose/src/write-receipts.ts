import type { Published } from './admit.ts';
import { shellName } from './made-version.ts';
import { type Receipt, receiptFile, receiptOf } from './receipt.ts';
import { receiptPage } from './receipt-page.ts';
import type { SiteStore } from './store/site-store.ts';

/** Makes the receipts of versions against what is live in an environment, and keeps them in the store. */
export async function writeReceipts(
  store: SiteStore,
  environment: string,
  published: readonly Published[],
): Promise<Receipt[]> {
  const id = await store.liveId(environment);
  const before = id === null ? null : await store.composition(id);
  const partOf = (name: string) =>
    (name === shellName ? before?.host : before?.apps[name]?.versions[0]) ?? null;
  const receipts = published.map((one) => receiptOf(one, partOf(one.name), before?.host));
  for (const receipt of receipts) {
    const page = receiptPage(receipt, new Date().toISOString());
    await store.files.replace(receiptFile(receipt.name, receipt.version), page);
  }
  return receipts;
}
