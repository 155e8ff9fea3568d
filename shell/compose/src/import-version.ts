import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { admit } from './admit.ts';
import { finishAssets } from './build/built-assets.ts';
import { descriptorFile } from './build/read-descriptor.ts';
import { readScripts, routesIn } from './build/read-scripts.ts';
import { federationName } from './build/remote-build.js';
import type { MadeVersion } from './built-version.ts';
import { overBudget } from './gate/budgets.ts';
import { BuiltFacts, RemoteFiles, RemoteVersion } from './model/composition.ts';
import { wrongText } from './read-json.ts';
import type { Receipt } from './receipt.ts';
import { Refusal } from './refusal.ts';
import type { SourceCommit } from './source-commit.ts';
import { sharedName } from './store/shared-files.ts';
import { remotePath, type SiteStore, sharedPath } from './store/site-store.ts';
import type { SourceMaps } from './store/source-maps.ts';
import { writeReceipts } from './write-receipts.ts';

/** A file path within a version, as bundlers write them: no hidden files, no `..`. */
export const FilePath = z
  .string()
  .regex(/^[\w-][\w.-]*(\/[\w-][\w.-]*)*$/)
  .max(200);

/** Requires every field that the gate checks. */
export const WholeVersion = RemoteVersion.extend({ files: RemoteFiles, built: BuiltFacts });
export type WholeVersion = z.infer<typeof WholeVersion>;

interface Taken {
  record: WholeVersion;
  /** The folder of its files during inspection. */
  dist: string;
  /** The folder of the files to store; empty for a version that stays on its origin. */
  kept: string;
  maps?: SourceMaps;
  /** The environment whose gate it must pass. */
  environment: string;
  /** Its commit and the reason to publish it, if known. */
  source?: SourceCommit | null;
  why?: string | null;
}

/** Faults of the names in a record from elsewhere. */
export function wrongNames({ version, mf, base, integrity, descriptor: { name } }: RemoteVersion): string[] {
  const shared = base.endsWith(`/${sharedPath(name)}`) ? Object.keys(integrity) : [];
  return [
    ...(/^\d[\w.+-]{0,99}$/.test(version) ? [] : [`"${version}" is no version`]),
    ...(mf === federationName(name, version) ? [] : [`it calls its container ${mf}`]),
    ...shared
      .filter((file) => !sharedName.test(file))
      .map((file) => `${file} is a shared file without a hash in its name`),
    // Such a folder would occupy the name of a file.
    ...shared
      .filter((file) =>
        path.posix
          .dirname(file)
          .split('/')
          .some((part) => sharedName.test(part)),
      )
      .map((file) => `${file} is in a folder that is named like a shared file`),
  ];
}

/**
 * Publishes a version that was built elsewhere, through the same gate as one built here. Facts are read from its files, not from
 * its record. A refused version leaves nothing behind.
 *
 * @returns its receipt
 * @throws Refusal when a file differs from the record, or the gate refuses it
 */
export async function importVersion(
  store: SiteStore,
  { record, dist, kept, maps, environment, source = null, why = null }: Taken,
): Promise<Receipt> {
  const { name } = record.descriptor;
  const { version } = record;
  const found = await finishAssets(dist);
  if (!isDeepStrictEqual(found.integrity, { ...record.integrity }))
    throw new Refusal('misfit', `${name}@${version} has files that are not those of its record.`);
  const { error } = store.site.descriptor.safeParse(record.descriptor);
  if (error)
    throw new Refusal(
      'misfit',
      `${name}@${version} has a wrong ${descriptorFile}:`,
      error.issues.map(wrongText),
    );
  const misnamed = await filesMisnamed(record, dist);
  if (misnamed.length > 0)
    throw new Refusal(
      'misfit',
      `${name}@${version} has shared files whose names do not match their content:`,
      misnamed,
    );
  const scripts = await readScripts(dist);
  const { links, calls } = scripts;
  // The code is not run: a declared route or hook counts only if its text appears in it.
  const routes = routesIn(store.site, scripts, record.built.routes);
  const hasSignedInHook = record.built.hasSignedInHook && scripts.contain('onSignedIn');
  const own = { ...record, ...found, built: { ...record.built, routes, hasSignedInHook, links, calls } };
  const heavy = overBudget(store.site, own);
  if (heavy.length > 0) throw new Refusal('misfit', `${name}@${version} cannot be published:`, heavy);
  await refuseOther(store, own);
  const target = remotePath(name, version);
  const made: MadeVersion = { name, target, dist: kept, maps, isShell: false, record: own };
  const published = await admit({ store, project: null, environment, names: [name] }, [made]);
  // Another process may have published a version of this name meanwhile (race condition).
  await refuseOther(store, own);
  if (source) await store.saveSource(name, version, source);
  const [receipt] = await writeReceipts(store, environment, published, { why });
  if (!receipt) throw new Error('A publication came without its receipt.');
  return receipt;
}

/**
 * Shared files whose names have neither the hash of their content, as the bundler makes it, nor that of their version: they would take
 * the name of another version's file.
 */
async function filesMisnamed(
  { version, base, integrity, descriptor: { name } }: RemoteVersion,
  dist: string,
) {
  if (!base.endsWith(`/${sharedPath(name)}`)) return [];
  const misnamed = await Promise.all(
    Object.keys(integrity).map(async (file) => {
      const [, hash = ''] = sharedName.exec(file) ?? [];
      if (version.endsWith(`-${hash}`)) return [];
      const content = createHash('sha256').update(await readFile(path.join(dist, file)));
      return content.digest('hex').startsWith(hash) ? [] : [file];
    }),
  );
  return misnamed.flat();
}

/** A published version is immutable. */
async function refuseOther(store: SiteStore, own: RemoteVersion): Promise<void> {
  const { name } = own.descriptor;
  const there = await store.remoteVersion(name, own.version);
  // Compressed sizes may differ between machines.
  const what = ({ sizes: _sizes, ...version }: RemoteVersion) => version;
  if (there && !isDeepStrictEqual(what(there), what(RemoteVersion.parse(JSON.parse(JSON.stringify(own))))))
    throw new Refusal(
      'misfit',
      `${name}@${own.version} is published already, as another one: build it anew.`,
    );
}
