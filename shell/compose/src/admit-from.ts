import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { checkExternalAssets, fetchExternalAssets } from './external-assets.ts';
import { FilePath, importVersion, WholeVersion, wrongNames } from './import-version.ts';
import { readJson, wrongText } from './read-json.ts';
import type { Receipt } from './receipt.ts';
import { Refusal } from './refusal.ts';
import { basesOf, type SiteStore, sharedPath, versionFile } from './store/site-store.ts';

interface Wanted {
  /** Of the version's folder, as in `https://cdn.example/remotes/mf-quiz/0.1.0-3fa2c1d8e0/`. */
  address: string;
  /** The environment whose gate it must pass and whose origins are allowed. */
  environment: string;
  why?: string | null;
  say: (line: string) => void;
}

/**
 * Publishes a version that is hosted on another origin and stays there: every file is fetched once, as a page of the site would,
 * and verified; then it passes the same gate as one built here. The store keeps its record with the absolute URL.
 *
 * @throws Refusal when the origin is not allowed, a file differs from the record or is not readable by pages, or the gate refuses it
 */
export async function admitFrom(
  store: SiteStore,
  { address, environment, why = null, say }: Wanted,
): Promise<Receipt> {
  const { name, version, origin } = readAddress(address);
  const { site, remotes } = await store.origins(environment);
  if (!remotes.includes(origin))
    throw new Refusal(
      'misfit',
      `${origin} is none of the origins of ${environment} (${remotes.join(', ') || 'it has none'}): who runs the site adds it to REMOTE_ORIGINS, and the server notes it when it starts.`,
    );
  const record = await readRecord(address, site);
  const wrong = [
    ...wrongNames(record),
    ...(record.descriptor.name === name ? [] : [`it calls itself ${record.descriptor.name}`]),
    ...(record.version === version ? [] : [`it calls itself ${record.version}`]),
    ...(basesOf(name, version).includes(record.base) || record.base === address
      ? []
      : [`it says that it lies in ${record.base}`]),
    ...Object.keys(record.integrity)
      .filter((file) => !FilePath.safeParse(file).success)
      .map((file) => `${file} is no name of a file`),
  ];
  if (wrong.length > 0) throw new Refusal('misfit', `${name}@${version} cannot be admitted:`, wrong);

  const dir = await mkdtemp(path.join(tmpdir(), 'compose-admit-'));
  const [dist, kept] = [path.join(dir, 'files'), path.join(dir, 'nothing')];
  await Promise.all([mkdir(dist), mkdir(kept)]);
  try {
    say(`Reading ${Object.keys(record.integrity).length} files from ${address} …`);
    const isShared = record.base === `/${sharedPath(name)}`;
    const away = { ...record, base: isShared ? new URL('../files/', address).href : address };
    const reasons = await checkExternalAssets(away, site, (file, content) =>
      write(path.join(dist, file), content),
    );
    if (reasons.length > 0) throw new Refusal('misfit', `${name}@${version} cannot be admitted:`, reasons);
    return await importVersion(store, { record: away, dist, kept, environment, why });
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
}

async function write(file: string, content: Buffer): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, content);
}

function readAddress(address: string): { name: string; version: string; origin: string } {
  const url = URL.canParse(address) ? new URL(address) : null;
  const [, name, version] = /\/remotes\/([a-z-]+)\/(\d[\w.+-]*)\/$/.exec(url?.pathname ?? '') ?? [];
  // Only an origin and a path: file names are appended to it, and pages check it against allowed origins.
  if (!url || !name || !version || url.href !== address || url.origin + url.pathname !== address)
    throw new Refusal(
      'usage',
      `"${address}" is no folder of a version: write it like https://cdn.example/remotes/mf-quiz/0.1.0-3fa2c1d8e0/.`,
    );
  return { name, version, origin: url.origin };
}

async function readRecord(address: string, site: string | null): Promise<WholeVersion> {
  const file = await fetchExternalAssets(address + versionFile, site);
  if (!file)
    throw new Refusal(
      'unknown',
      `${address} has no ${versionFile}: a store has it beside each version that was published there.`,
    );
  const { data, wrong } = readJson(file.content.toString(), WholeVersion);
  if (data) return data;
  throw new Refusal(
    'misfit',
    `${address}${versionFile} is no record of a version of a remote:`,
    wrong.map(wrongText),
  );
}
