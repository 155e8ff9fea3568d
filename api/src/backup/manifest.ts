import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import mongoose from 'mongoose';
import { z } from 'zod';
import { DatabaseError } from '../database/database-error.ts';
import type { BackupPlace } from './backup-place.ts';

const { EJSON } = mongoose.mongo.BSON;

/** A collection's content, counted while writing or reading it. */
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
  /** Where the data was, for people. */
  source: z.string(),
  database: z.string(),
  /** The server build that wrote the backup. */
  build: z.string(),
  /** The data's migration version. */
  dataVersion: z.number().int().min(0),
  collections: z.array(Collection),
  /** The last file of the change log (`log-segments.ts`) when the backup began; the backup may already contain later changes. */
  logSequence: z.number().int().min(0).optional(),
});

/** The content of `manifest.json`. It is written last, so a folder without it is no complete backup. */
export type Manifest = z.infer<typeof Manifest>;

/** A backup cannot be made or used; the message says why, and how to fix it. */
export class BackupError extends DatabaseError {
  override name = 'BackupError';
}

export const manifestFile = 'manifest.json';

/** The file of a collection's documents. Encodes the name, which may contain characters that a path may not. */
export function fileOf(folder: string, { name }: Pick<CollectionBackup, 'name'>): string {
  return path.join(folder, `${encodeURIComponent(name)}.jsonl`);
}

export async function writeManifest(folder: string, manifest: Manifest): Promise<void> {
  const text = EJSON.stringify(manifest, undefined, 2);
  await writeFile(path.join(folder, manifestFile), `${text}\n`, { flag: 'wx', mode: 0o600, flush: true });
}

/** @throws {BackupError} when the folder holds no backup, or one in a format that this release cannot read */
export function readManifest(folder: string): Promise<Manifest> {
  const file = path.join(folder, manifestFile);
  return parseManifest(folder, file, () => readFile(file, 'utf8'));
}

/** Reads a backup's manifest from a place; see `readManifest`. */
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

/** Summarises copied content: "1,234 documents in 12 collections, 5.6 MB". */
export function contentSummary(contents: readonly Content[]): string {
  const documents = contents.reduce((sum, content) => sum + content.documents, 0);
  const bytes = contents.reduce((sum, content) => sum + content.bytes, 0);
  const [unit, size] = bytes >= 1e6 ? ['MB', 1e6] : ['kB', 1e3];
  return `${documents.toLocaleString('en')} documents in ${contents.length} collections, ${(bytes / size).toFixed(1)} ${unit}`;
}
