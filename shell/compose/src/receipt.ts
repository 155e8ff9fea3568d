import type { Published } from './admit.ts';
import { picturesOf } from './compare-pictures.ts';
import { isExternal } from './external-assets.ts';
import type { Place } from './format-command.ts';
import { changeOfBytes, kilobytes, type Trend, trendsOf, trendText } from './gate/budgets.ts';
import { previewParameter, type RemoteVersion, type ShellVersion, type Sizes } from './model/composition.ts';
import type { SiteDefinition } from './model/site-definition.ts';
import type { SourceCommit } from './source-commit.ts';
import { receiptFile } from './store/receipt-file.ts';
import type { Origins } from './store/site-store.ts';

/** The result of a publication, compared with what is live. */
export interface Receipt {
  name: string;
  version: string;
  /** Whether this call published it; equal builds are published once. */
  isNew: boolean;
  /** Its commit and the reason to publish it, if known. */
  source: SourceCommit | null;
  why: string | null;
  /** The address of this receipt on a site with pages for developers. */
  page: string | null;
  /** The origin of its files, if it is not the site. */
  from: string | null;
  /** Paths of its pages; empty for the shell. */
  pages: string[];
  /** Bytes of its scripts and styles (gzip); null if the live version was not measured. */
  bytes: number;
  /** Budget use of its entry and pages, compared with the live version. */
  budgets: Trend[];
  /** The live version, or null. */
  live: { version: string; bytes: number | null } | null;
  /** The command that makes it live, together with the versions that it was checked with. */
  promote: string;
  /** The preview address, relative if the site's is unknown; null for the shell, which has no preview. */
  preview: string | null;
  /** Libraries that a page loads once, and whose copy it uses. */
  shared: { package: string; version: string; from: string }[];
  /** The comparison of its screens with those of the live version, and whether it has a page; null without `--pictures`. */
  pictures: { summary: string; hasPage: boolean } | null;
  /** What it needs, or the shell provides, compared with the live version. */
  difference: Record<'pages' | 'platform' | 'calls', Difference>;
}

/** Added and removed names. */
export interface Difference {
  added: string[];
  removed: string[];
}

/** Context of a published version. */
interface Around extends Pick<Receipt, 'source' | 'why' | 'promote'> {
  site: SiteDefinition;
  pictures?: Receipt['pictures'];
  /** The live version of the same workspace. */
  live: RemoteVersion | ShellVersion | null;
  /** The shell that it will run in; for a shell, itself. */
  host: ShellVersion | null;
  origins: Origins;
}

/** Creates the receipt of a published version. */
export function receiptOf(
  published: Published,
  { site, live, host, promote, source, why, pictures = null, origins }: Around,
): Receipt {
  const { name, isNew, record } = published;
  const of = factsOf(record);
  const before = live && factsOf(live);
  return {
    name,
    version: record.version,
    isNew,
    source,
    why,
    pictures,
    page:
      origins.site && origins.hasDevPages ? `${origins.site}/dev/receipts/${name}/${record.version}` : null,
    from: isExternal(record.base) ? record.base : null,
    pages: of.pages,
    bytes: of.bytes ?? 0,
    budgets: trendsOf(site, record, live),
    promote,
    preview: published.isShell ? null : (origins.site ?? '') + previewOf(name, record.version, of.pages),
    live: live && { version: live.version, bytes: before?.bytes ?? null },
    shared: sharedOf(site, published.isShell ? published.record : host),
    difference: {
      pages: differenceOf(before?.pages, of.pages),
      platform: differenceOf(before?.platform, of.platform),
      calls: differenceOf(before?.calls, of.calls),
    },
  };
}

/** Budgets worth reporting: changed, or nearly used up. */
const isWorthReporting = ({ bytes, limit, before }: Trend): boolean =>
  before !== bytes || bytes > 0.9 * limit;

/** Libraries that the shell shares with all remotes (docs/decisions/0003). */
function sharedOf({ platformPackage }: SiteDefinition, host: ShellVersion | null): Receipt['shared'] {
  const from = host ? `shell ${host.version}` : 'the shell that it goes live with';
  return ['react', 'react-dom', ...(platformPackage ? [platformPackage] : [])].map((name) => ({
    package: name,
    version:
      host?.platform?.shared?.[name] ??
      ((name === platformPackage && host?.platform?.version) || 'as built into the shell'),
    from,
  }));
}

/** The first page without parameters, which needs no data of its own. */
function previewOf(name: string, version: string, pages: readonly string[]): string {
  const page = pages.find((path) => !path.includes(':')) ?? '/';
  return `${page}?${previewParameter}=${name}@${version}`;
}

function factsOf(record: RemoteVersion | ShellVersion) {
  const remote = 'descriptor' in record ? record : null;
  const shell = 'descriptor' in record ? null : record;
  return {
    pages: remote?.descriptor.paths.map(({ path }) => path) ?? [],
    platform: remote?.built?.platform.names ?? shell?.platform?.names ?? [],
    calls: remote?.built?.calls ?? shell?.calls ?? [],
    bytes: record.sizes ? codeBytes(record.sizes) : null,
  };
}

/** Total bytes of all scripts and styles (gzip). */
export function codeBytes(sizes: Sizes): number {
  const code = Object.entries(sizes).filter(([file]) => /\.(js|css)$/.test(file));
  return code.reduce((sum, [, { gzip }]) => sum + gzip, 0);
}

/** Compares two lists of names. */
export function differenceOf(before: readonly string[] = [], after: readonly string[] = []): Difference {
  return {
    added: after.filter((name) => !before.includes(name)),
    removed: before.filter((name) => !after.includes(name)),
  };
}

/**
 * Formats the receipt.
 *
 * @param place the site or store that it was published to
 */
export function receiptText(
  receipt: Receipt,
  { site, storeAddress }: Pick<Place, 'site' | 'storeAddress'> = {},
): string {
  const lines = receiptLines(receipt);
  const where = `${storeAddress ? ` --store ${storeAddress}` : ''}${site ? ` --at ${site}` : ''}`;
  const isLive = receipt.live?.version === receipt.version;
  if (!isLive && receipt.preview)
    lines.push(
      `  to see it in one tab: ${receipt.preview.startsWith('/') ? (site ?? '') : ''}${receipt.preview}`,
    );
  if (!isLive) lines.push(`  to make it live: ${receipt.promote}${where}`);
  return lines.join('\n');
}

function receiptLines({
  name,
  version,
  isNew,
  from,
  page,
  pages,
  bytes,
  budgets,
  live,
  difference,
  pictures,
}: Receipt): string[] {
  const isLive = live?.version === version;
  const lines = [
    `${name}@${version} ${isNew ? 'is published' : 'was published already'}${isLive ? ' and is live' : ''}`,
  ];
  if (from) lines.push(`  files     stay on ${from}`);
  if (pages.length > 0) lines.push(`  pages     ${pages.join(' ')}`);
  lines.push(
    `  bytes     ${kilobytes(bytes)} of scripts and styles, gzip${isLive ? '' : changeText(bytes, live)}`,
  );
  for (const budget of budgets.filter(isWorthReporting)) lines.push(`  budget    ${trendText(budget)}`);
  for (const [kind, { added, removed }] of Object.entries(difference)) {
    const signed = [...added.map((one) => `+ ${one}`), ...removed.map((one) => `− ${one}`)];
    if (live && signed.length > 0) lines.push(`  ${kind.padEnd(9)} ${signed.join(', ')}`);
  }
  if (pictures) {
    const place = page ? `${page}.pictures` : `${receiptFile(name, picturesOf(version))} in the store`;
    lines.push(`  pictures  ${pictures.summary}${pictures.hasPage ? ` ${place}` : ''}`);
  }
  lines.push(`  receipt   ${page ?? `${receiptFile(name, version)} in the store`}`);
  return lines;
}

function changeText(bytes: number, live: Receipt['live']): string {
  if (!live) return ', the first version';
  if (live.bytes === null) return '';
  const change = bytes - live.bytes;
  return `, ${changeOfBytes(change)} against ${live.version}`;
}
