import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type AwayFile, readAway } from './away-files.ts';
import { readJson, wrongText } from './read-json.ts';
import type { Receipt } from './receipt.ts';
import { Refusal } from './refusal.ts';
import { integrityOf } from './store/integrity.ts';
import { sideBySide } from './store/side-by-side.ts';
import { remotePath, type SiteStore, versionFile } from './store/site-store.ts';
import { FilePath, takeVersion, WholeVersion, wrongNames } from './take-version.ts';

interface Wanted {
  /** Of the version's folder, as in `https://cdn.example/remotes/mf-quiz/0.1.0-3fa2c1d8e0/`. */
  address: string;
  /** The environment that it must fit, and whose origins count. */
  environment: string;
  say: (line: string) => void;
}

/**
 * Publishes a version that lies on another origin and stays there: every file is read once, as a page of the site would, and held against its hash;
 * then the same gate looks at it as at one that was built here. The store keeps its record, with the whole address in it.
 *
 * @throws Refusal when the origin is none of the site's, a file is not what the record says or cannot be had by pages, or it does not fit
 */
export async function admitFrom(store: SiteStore, { address, environment, say }: Wanted): Promise<Receipt> {
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
    ...(record.base === `/${remotePath(name, version)}` || record.base === address
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
    await fetchFiles(dist, address, record.integrity, site);
    return await takeVersion(store, { record: { ...record, base: address }, dist, kept, environment });
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
}

function readAddress(address: string): { name: string; version: string; origin: string } {
  const url = URL.canParse(address) ? new URL(address) : null;
  const [, name, version] = /\/remotes\/(mf-[a-z-]+)\/(\d[\w.+-]*)\/$/.exec(url?.pathname ?? '') ?? [];
  // What is added to it are names of files, and pages hold it against origins: nothing but an origin and a path.
  if (!url || !name || !version || url.href !== address || url.origin + url.pathname !== address)
    throw new Refusal(
      'usage',
      `"${address}" is no folder of a version: write it like https://cdn.example/remotes/mf-quiz/0.1.0-3fa2c1d8e0/.`,
    );
  return { name, version, origin: url.origin };
}

async function readRecord(address: string, site: string | null): Promise<WholeVersion> {
  const file = await readAway(address + versionFile, site);
  if (!file)
    throw new Refusal('unknown', `${address} has no ${versionFile}: it is published there with compose.`);
  const { data, wrong } = readJson(file.content.toString(), WholeVersion);
  if (data) return data;
  throw new Refusal(
    'misfit',
    `${address}${versionFile} is no record of a version of a remote:`,
    wrong.map(wrongText),
  );
}

/** Reads all files, and names each that is missing, is another one, or could not be had by pages. */
async function fetchFiles(
  dist: string,
  address: string,
  integrity: Readonly<Record<string, string>>,
  site: string | null,
): Promise<void> {
  const reasons = await sideBySide(Object.entries(integrity), async ([name, hash]) => {
    const file = await readAway(address + name, site);
    if (!file) return [`${name} is missing`];
    if (integrityOf(file.content) !== hash) return [`${name} is not the one of its record`];
    const place = path.join(dist, name);
    await mkdir(path.dirname(place), { recursive: true });
    await writeFile(place, file.content);
    return unusable(name, file, site);
  });
  if (reasons.flat().length > 0)
    throw new Refusal('misfit', `${address} cannot be admitted:`, reasons.flat());
}

/** Why a page would not take a file that is the right one. */
function unusable(name: string, { type, allowedFor }: AwayFile, site: string | null): string[] {
  const wanted = { '.js': /^(text|application)\/javascript\b/, '.css': /^text\/css\b/ }[path.extname(name)];
  return [
    ...(allowedFor === '*' || (site !== null && allowedFor === site)
      ? []
      : [
          `${name} is not for pages of ${site ?? 'the site'}: its server sends no Access-Control-Allow-Origin for them`,
        ]),
    ...(wanted?.test(type) === false ? [`${name} is sent as "${type}"`] : []),
  ];
}
