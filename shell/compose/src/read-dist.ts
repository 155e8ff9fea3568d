import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { WholeVersion } from './import-version.ts';
import { Upload } from './over-site/upload.ts';
import { manifestFile, readFederatedBuild } from './read-federated-build.ts';
import { readJson, wrongText } from './read-json.ts';
import { Refusal } from './refusal.ts';
import { sharedPath, versionFile } from './store/site-store.ts';

/**
 * Reads a version that was built elsewhere from its folder: in the form of a store, with a record beside its files, or as another tool built it.
 *
 * @throws Refusal when there is none, or it lacks a file
 */
export async function readDist(dir: string, environment: string): Promise<Upload> {
  const isStored = existsSync(path.join(dir, versionFile));
  if (!isStored && existsSync(path.join(dir, manifestFile))) return readFederatedBuild(dir, environment);
  const read = async (file: string) => {
    const content = await readFile(path.join(dir, file)).catch(() => null);
    if (content) return content;
    throw new Refusal(
      'unknown',
      `${dir} has no ${file}: it is the folder of a version, with its record beside its files, or the build of another tool, with ${manifestFile}.`,
    );
  };
  const { data: record, wrong } = readJson((await read(versionFile)).toString(), WholeVersion);
  if (!record)
    throw new Refusal(
      'misfit',
      `${path.join(dir, versionFile)} is no record of a version:`,
      wrong.map(wrongText),
    );
  const names = Object.keys(record.integrity);
  const folder = record.base === `/${sharedPath(record.descriptor.name)}` ? '../files' : '';
  const files = await Promise.all(
    names.map(async (file) => [file, (await read(path.join(folder, file))).toString('base64')]),
  );
  const { data, error } = Upload.safeParse({ record, files: Object.fromEntries(files), environment });
  if (data) return data;
  throw new Refusal('misfit', `${dir} holds no version:`, error.issues.map(wrongText));
}
