import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { mostFiles } from '../external-assets.ts';
import { importVersion, wrongNames } from '../import-version.ts';
import { noteOwner } from '../owners.ts';
import type { Receipt } from '../receipt.ts';
import { Refusal } from '../refusal.ts';
import { logAuditEntry } from '../rights/audit.ts';
import { refuseForeign, type Token } from '../rights/tokens.ts';
import { basesOf, type SiteStore } from '../store/site-store.ts';
import type { Upload } from './upload.ts';

/** Files that the server creates itself and an upload must not contain. */
const ownFile = /(^|\/)version\.json$|\.(br|gz)$/;

/**
 * Publishes a token holder's upload and writes the result to the audit log.
 *
 * @throws Refusal when the token does not publish this remote, or as `importVersion` does
 */
export async function publishFor(store: SiteStore, token: Token, upload: Upload): Promise<Receipt> {
  const { descriptor, version } = upload.record;
  const what = `publish ${descriptor.name}@${version}`;
  const note = (outcome: string) => logAuditEntry(store, { who: token.name, what, outcome });
  let receipt: Receipt;
  try {
    refuseForeign(token, [descriptor.name]);
    receipt = await takeUpload(store, upload);
  } catch (error) {
    await note(error instanceof Refusal ? error.kind : 'failure');
    throw error;
  }
  await note('done');
  return receipt;
}

/**
 * Publishes a version that was built elsewhere.
 *
 * @throws Refusal as `importVersion` does
 */
export async function takeUpload(
  store: SiteStore,
  upload: Upload,
  why: string | null = null,
): Promise<Receipt> {
  const { files, maps, environment } = upload;
  const { owner = null, source = null, ...record } = upload.record;
  const { name } = record.descriptor;
  const count = Object.keys(files).length;
  const wrong = [
    ...(count > mostFiles ? [`it has ${count} files, and a version may have ${mostFiles}`] : []),
    ...wrongNames(record),
    ...(basesOf(name, record.version).includes(record.base)
      ? []
      : [`it says that it lies in ${record.base}`]),
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
  if (wrong.length > 0) throw new Refusal('misfit', `${name}@${record.version} cannot be published:`, wrong);

  const dist = await mkdtemp(path.join(tmpdir(), 'compose-upload-'));
  try {
    for (const [file, content] of Object.entries(files)) {
      const place = path.join(dist, file);
      await mkdir(path.dirname(place), { recursive: true });
      await writeFile(place, Buffer.from(content, 'base64'));
    }
    const receipt = await importVersion(store, { record, dist, kept: dist, maps, environment, source, why });
    await noteOwner(store, name, owner);
    return receipt;
  } finally {
    await rm(dist, { recursive: true, force: true });
  }
}

/** The parent folders of a file: `a` and `a/b` for `a/b/c`. */
const foldersOf = (file: string): string[] => {
  const parts = file.split('/').slice(0, -1);
  return parts.map((_part, index) => parts.slice(0, index + 1).join('/'));
};
