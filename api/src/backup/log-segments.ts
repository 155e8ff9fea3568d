import mongoose, { type mongo } from 'mongoose';
import type { BackupPlace } from './backup-place.ts';

// The log of changes lies beside the backups, in `log`: a file for each second in which something changed. A file is named by its number, which
// alone orders it, and by the time until when it tells, and ends in
// - `.bson`: changes of whole commits, as embedded-mongo tells them;
// - `.gap`: what was changed before it may be missing, so a chain of files ends there and another one begins;
// - `.end`: the log was closed, and this was the state of the file of the data;
// - `.erased`: who was erased in files of more than a day ago.

const { BSON } = mongoose.mongo;

export const logFolder = 'log';

const kinds = ['bson', 'gap', 'end', 'erased'] as const;
export type SegmentKind = (typeof kinds)[number];

export interface Segment {
  file: string;
  sequence: number;
  at: Date;
  kind: SegmentKind;
}

/** `000000000012-2026-11-26T10-15-07.123Z.bson` */
const segmentName = /^(\d{12})-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d\.\d{3}Z)\.(\w+)$/;

export function nameSegment(sequence: number, at: Date, kind: SegmentKind): string {
  return `${logFolder}/${String(sequence).padStart(12, '0')}-${at.toISOString().replaceAll(':', '-')}.${kind}`;
}

/** The files of a log in their order. */
export async function listSegments(place: BackupPlace): Promise<Segment[]> {
  const names = await place.list(logFolder);
  return names
    .flatMap((name): Segment[] => {
      const [, sequence, date, hours, minutes, seconds, kind] = segmentName.exec(name) ?? [];
      const known = kinds.find((one) => one === kind);
      if (!known) return [];
      const at = new Date(`${date}T${hours}:${minutes}:${seconds}`);
      return [{ file: `${logFolder}/${name}`, sequence: Number(sequence), at, kind: known }];
    })
    .sort((one, other) => one.sequence - other.sequence);
}

/** A document as it was stored, or null where it was removed. */
export interface Change {
  collection: string;
  id: unknown;
  /** Its bytes in a segment. */
  entry: Uint8Array;
  document: Uint8Array | null;
}

/** Reads the changes of a segment in their order. */
export function* readChanges(bytes: Uint8Array): Generator<Change> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let at = 0; at < bytes.length; ) {
    const length = view.getInt32(at, true);
    const entry = bytes.subarray(at, at + length);
    const { ns, put, gone } = BSON.deserialize(entry, { raw: true, promoteValues: false });
    const collection = String(ns).slice(String(ns).indexOf('.') + 1);
    // With `raw` documents stay bytes; only the id is read.
    yield put
      ? { collection, id: BSON.deserialize(put, { promoteValues: false })._id, entry, document: put }
      : {
          collection,
          id: gone instanceof Uint8Array ? BSON.deserialize(gone, { promoteValues: false }) : gone,
          entry,
          document: null,
        };
    at += length;
  }
}

/** A document with every value in its own type. */
export const parseDocument = (bytes: Uint8Array): mongo.Document =>
  BSON.deserialize(bytes, {
    promoteValues: false,
    promoteLongs: false,
    promoteBuffers: false,
    bsonRegExp: true,
  });

/** Adds changes to what is known of each document: the last one counts. */
export function coalesce(
  changes: Iterable<Change>,
  into: Map<string, Change> = new Map(),
): Map<string, Change> {
  for (const change of changes)
    into.set(`${change.collection} ${BSON.EJSON.stringify({ id: change.id }, { relaxed: false })}`, change);
  return into;
}

/** Whether a change tells of a member who was erased. */
export const isErasure = ({ collection, document }: Change): boolean =>
  collection === 'users' && document === null;
