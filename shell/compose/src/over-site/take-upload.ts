import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { RemoteVersion } from '@frens/contract/composition';
import { admit } from '../admit.ts';
import { federationName } from '../build/build-version.js';
import { finishAssets } from '../build/built-assets.ts';
import { readScripts } from '../build/read-scripts.ts';
import { overBudget } from '../gate/budgets.ts';
import type { MadeVersion } from '../made-version.ts';
import { noteOwner } from '../owners.ts';
import type { Receipt } from '../receipt.ts';
import { Refusal } from '../refusal.ts';
import { noteDeed } from '../rights/audit.ts';
import type { Token } from '../rights/tokens.ts';
import { remotePath, type SiteStore } from '../store/site-store.ts';
import { writeReceipts } from '../write-receipts.ts';
import type { Upload } from './upload.ts';

/** What no build gives: the server makes these itself. */
const ownFile = /(^|\/)version\.json$|\.(br|gz)$/;

/**
 * Publishes what the holder of a token sends, and keeps in the audit log what became of it.
 *
 * @throws Refusal when the token does not publish this remote, or as `takeUpload` does
 */
export async function publishFor(store: SiteStore, token: Token, upload: Upload): Promise<Receipt> {
  const { descriptor, version } = upload.record;
  const what = `publish ${descriptor.name}@${version}`;
  const note = (outcome: string) => noteDeed(store, { who: token.name, what, outcome });
  let receipt: Receipt;
  try {
    if (!token.remotes.includes(descriptor.name))
      throw new Refusal('forbidden', `The token ${token.name} does not publish ${descriptor.name}.`);
    receipt = await takeUpload(store, upload);
  } catch (error) {
    await note(error instanceof Refusal ? error.kind : 'failure');
    throw error;
  }
  await note('done');
  return receipt;
}

/**
 * Publishes a version that came over the site, after it was held against what is live by the same gate as one that was built here. Nothing is left
 * of one that is refused.
 *
 * @returns its receipt
 * @throws Refusal when a file is not what the record says, or it does not fit
 */
async function takeUpload(store: SiteStore, upload: Upload): Promise<Receipt> {
  const { files, maps, environment } = upload;
  const { owner = null, ...record } = upload.record;
  const { name } = record.descriptor;
  const { version } = record;
  const target = remotePath(name, version);
  const wrong = [
    ...(/^\d[\w.+-]{0,99}$/.test(version) ? [] : [`"${version}" is no version`]),
    ...(record.base === `/${target}` ? [] : [`it says that it lies in ${record.base}`]),
    ...(record.mf === federationName(name, version) ? [] : [`it calls its container ${record.mf}`]),
    ...Object.keys(files)
      .filter((file) => ownFile.test(file))
      .map((file) => `${file} is made by the server`),
  ];
  const folders = new Set(Object.keys(files).flatMap(foldersOf));
  wrong.push(
    ...Object.keys(files)
      .filter((file) => folders.has(file))
      .map((file) => `${file} is a file and a folder`),
  );
  if (wrong.length > 0) throw new Refusal('misfit', `${name}@${version} cannot be published:`, wrong);

  const dist = await mkdtemp(path.join(tmpdir(), 'compose-upload-'));
  try {
    for (const [file, content] of Object.entries(files)) {
      const place = path.join(dist, file);
      await mkdir(path.dirname(place), { recursive: true });
      await writeFile(place, Buffer.from(content, 'base64'));
    }
    const found = await finishAssets(dist);
    if (!isDeepStrictEqual(found.integrity, { ...record.integrity }))
      throw new Refusal('misfit', `${name}@${version} has files that are not those of its record.`);
    const { links, calls } = await readScripts(dist);
    // What can be read from the files is not taken from the record.
    const own = { ...record, ...found, built: { ...record.built, links, calls } };
    const heavy = overBudget(own);
    if (heavy.length > 0) throw new Refusal('misfit', `${name}@${version} cannot be published:`, heavy);
    await refuseOther(store, own);
    const made: MadeVersion = { name, target, dist, maps, isShell: false, record: own };
    const published = await admit({ store, project: null, environment, names: [name] }, [made]);
    // Somebody else may have published another one of this name while it was looked at.
    await refuseOther(store, own);
    await noteOwner(store, name, owner);
    const [receipt] = await writeReceipts(store, environment, published);
    if (!receipt) throw new Error('A publication came without its receipt.');
    return receipt;
  } finally {
    await rm(dist, { recursive: true, force: true });
  }
}

/** A version that is there stays what it is. */
async function refuseOther(store: SiteStore, own: RemoteVersion): Promise<void> {
  const { name } = own.descriptor;
  const there = await store.remoteVersion(name, own.version);
  // How small a file becomes may differ between two machines.
  const what = ({ sizes: _sizes, ...version }: RemoteVersion) => version;
  if (there && !isDeepStrictEqual(what(there), what(RemoteVersion.parse(JSON.parse(JSON.stringify(own))))))
    throw new Refusal(
      'misfit',
      `${name}@${own.version} is published already, as another one: build it anew.`,
    );
}

/** The folders that a file lies in: of `a/b/c` these are `a` and `a/b`. */
const foldersOf = (file: string): string[] => {
  const parts = file.split('/').slice(0, -1);
  return parts.map((_part, index) => parts.slice(0, index + 1).join('/'));
};
