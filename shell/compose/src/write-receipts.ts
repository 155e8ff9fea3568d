import type { Published } from './admit.ts';
import type { MadeVersion } from './built-version.ts';
import { formatCommand } from './format-command.ts';
import { type Receipt, receiptOf } from './receipt.ts';
import { receiptPage } from './receipt-page.ts';
import type { SourceCommit } from './source-commit.ts';
import { receiptFile } from './store/receipt-file.ts';
import { type SiteStore, shellName } from './store/site-store.ts';

/**
 * Stores the receipts of versions, compared with the live composition of an environment. An existing receipt stays unless there is something to
 * add.
 *
 * @param together versions that they were checked with and go live with
 * @param why the author's reason
 * @param compare compares pictures of a version with those of the live one
 */
export async function writeReceipts(
  store: SiteStore,
  environment: string,
  published: readonly Published[],
  {
    together = [],
    why = null,
    compare = async () => null,
  }: {
    together?: readonly MadeVersion[];
    why?: string | null;
    compare?: (name: string, version: string, before: SourceCommit | null) => Promise<Receipt['pictures']>;
  } = {},
): Promise<Receipt[]> {
  const id = await store.liveId(environment);
  const before = id === null ? null : await store.composition(id);
  const partOf = (name: string) =>
    (name === shellName ? before?.host : before?.apps[name]?.versions[0]) ?? null;
  const all = [...published, ...together].map(({ name, record }) => `${name}@${record.version}`);
  const promote = formatCommand(`promote ${all.join(' ')}`, { store, environment });
  const origins = await store.origins(environment);
  const receipts: Receipt[] = [];
  for (const one of published) {
    const { name, record } = one;
    const source = await store.source(name, record.version);
    const live = partOf(name);
    const pictures = await compare(name, record.version, live && (await store.source(name, live.version)));
    const receipt = receiptOf(one, {
      site: store.site,
      live,
      host: before?.host ?? null,
      promote,
      source,
      why,
      pictures,
      origins,
    });
    const file = receiptFile(name, record.version);
    // A repeated publication keeps the time, reason and command of the first.
    const isWritten = why === null && pictures === null && (await store.files.read(file)) !== null;
    if (!isWritten) await store.files.replace(file, receiptPage(receipt, new Date().toISOString()));
    receipts.push(receipt);
  }
  return receipts;
}
