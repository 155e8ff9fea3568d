import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import mongoose from 'mongoose';
import { z } from 'zod';
import { DatabaseError } from '../database/database-error.ts';
import type { BackupPlace } from './backup-place.ts';

const { EJSON } = mongoose.mongo.BSON;

/** What a collection holds, counted while it was written or read. */
const Content = z.object({
  documents: z.number().int().min(0),
  bytes: z.number().int().min(0),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
});
export type Content = z.infer<typeof Content>;

const Collection = Content.extend({
  name: z.string().min(1),
  options: z.record(z.string(), z.unknown()),
  indexes: z.array(z.looseObject({ name: z.string(), key: z.record(z.string(), z.unknown()) })),
});
export type CollectionBackup = z.infer<typeof Collection>;

const Manifest = z.object({
  format: z.literal(1),
  createdAt: z.iso.datetime(),
  /** Where the data lay, in words for people. */
  source: z.string(),
  database: z.string(),
  /** Which build of the server wrote it. */
  build: z.string(),
  /** How far the data had been migrated. */
  dataVersion: z.number().int().min(0),
  collections: z.array(Collection),
  /** The last file of the log of changes (`log-segments.ts`) that lay beside it when it was begun; changes of later files may be in it already. */
  logSequence: z.number().int().min(0).optional(),
});

/** What a backup says of itself: `manifest.json`, written last, so that a folder without it is no backup. */
export type Manifest = z.infer<typeof Manifest>;

/** A backup cannot be made or used; the message says why and what to do. */
export class BackupError extends DatabaseError {
  override name = 'BackupError';
}

export const manifestFile = 'manifest.json';

/** Where the documents of a collection lie in a backup; a name of a collection may hold what a path may not. */
export function fileOf(folder: string, { name }: Pick<CollectionBackup, 'name'>): string {
  return path.join(folder, `${encodeURIComponent(name)}.jsonl`);
}

export async function writeManifest(folder: string, manifest: Manifest): Promise<void> {
  const text = EJSON.stringify(manifest, undefined, 2);
  await writeFile(path.join(folder, manifestFile), `${text}\n`, { flag: 'wx', mode: 0o600, flush: true });
}

/** @throws {BackupError} when the folder holds no backup, or one that this release cannot read */
export function readManifest(folder: string): Promise<Manifest> {
  const file = path.join(folder, manifestFile);
  return parseManifest(folder, file, () => readFile(file, 'utf8'));
}

/** That of a backup by its name; see `readManifest`. */
export function readManifestOf(place: BackupPlace, name: string): Promise<Manifest> {
  const file = `${name}/${manifestFile}`;
  return parseManifest(name, file, async () => String(await place.read(file)));
}

async function parseManifest(folder: string, file: string, read: () => Promise<string>): Promise<Manifest> {
  let content: unknown;
  try {
    content = EJSON.parse(await read());
  } catch (cause) {
    throw new BackupError(`There is no backup in ${folder}: ${reasonOf(cause, file)}`, { cause });
  }
  const result = Manifest.safeParse(content);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  throw new BackupError(
    `${file} is not what this release writes, at ${issue?.path.join('.')}: ${issue?.message}`,
  );
}

function reasonOf(cause: unknown, file: string): string {
  if (cause instanceof Error && 'code' in cause && cause.code === 'ENOENT') return `${file} is missing.`;
  return `${file}: ${cause instanceof Error ? cause.message : String(cause)}`;
}

/** "1,234 documents, 5.6 MB", as the commands tell what they copied. */
export function inWords(contents: readonly Content[]): string {
  const documents = contents.reduce((sum, content) => sum + content.documents, 0);
  const bytes = contents.reduce((sum, content) => sum + content.bytes, 0);
  const [unit, size] = bytes >= 1e6 ? ['MB', 1e6] : ['kB', 1e3];
  return `${documents.toLocaleString('en')} documents in ${contents.length} collections, ${(bytes / size).toFixed(1)} ${unit}`;
}
