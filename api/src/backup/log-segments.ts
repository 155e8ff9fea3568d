import { createHash } from 'node:crypto';
import mongoose, { type mongo } from 'mongoose';
import type { BackupPlace } from './backup-place.ts';
import { BackupError } from './manifest.ts';

// The change log lies beside the backups in `log`: one segment file for each second with changes. A file name contains its first and last
// sequence numbers (which alone define the order), the time of its last change, and a checksum of name and content. So a missing, changed
// or renamed file is always detected. Extensions:
// - `.bson`: changes of whole commits, in embedded-mongo's format.
// - `.gap`: earlier changes may be missing, so a new chain starts here. It holds the number of the last commit before it.
// - `.erased`: the erasures from files older than a day.

const { BSON } = mongoose.mongo;

export const logFolder = 'log';

const kinds = ['bson', 'gap', 'erased'] as const;
export type SegmentKind = (typeof kinds)[number];

export interface Segment {
  file: string;
  /** The sequence number of the first file merged into it. */
  first: number;
  /** Its own sequence number. */
  sequence: number;
  at: Date;
  kind: SegmentKind;
  checksum: string;
}

/** `000000000011-000000000012-2026-11-26T10-15-07.123Z-3fa2c1d8e05b7a96.bson` */
const segmentName =
  /^(\d{12})-(\d{12})-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d\.\d{3}Z)-([0-9a-f]{16})\.(\w+)$/;

type SegmentNumbers = Pick<Segment, 'first' | 'sequence' | 'at' | 'kind'>;

export function nameSegment(numbers: SegmentNumbers, content: Uint8Array): string {
  const [first, last] = [numbers.first, numbers.sequence].map((number) => String(number).padStart(12, '0'));
  const at = numbers.at.toISOString().replaceAll(':', '-');
  return `${logFolder}/${first}-${last}-${at}-${checksumOf(numbers, content)}.${numbers.kind}`;
}

function checksumOf({ first, sequence, at, kind }: SegmentNumbers, content: Uint8Array): string {
  const hash = createHash('sha256').update(`${first} ${sequence} ${at.toISOString()} ${kind}\n`);
  return hash.update(content).digest('hex').slice(0, 16);
}

/** Lists a log's files in order, without merged ones that are not removed yet. */
export async function listSegments(place: BackupPlace): Promise<Segment[]> {
  const segments: Segment[] = [];
  for (const segment of await listAllSegments(place)) {
    const last = segments.at(-1);
    const isMerged = last && segment.sequence <= last.sequence && last.first < last.sequence;
    if (!isMerged) segments.push(segment);
  }
  return segments;
}

/** Lists all files of a log; a merged file comes before those that it replaces. */
export async function listAllSegments(place: BackupPlace): Promise<Segment[]> {
  const names = await place.list(logFolder);
  return names
    .flatMap((name): Segment[] => {
      const [, first, sequence, date, hours, minutes, seconds, checksum = '', kind] =
        segmentName.exec(name) ?? [];
      const known = kinds.find((one) => one === kind);
      if (!known) return [];
      const at = new Date(`${date}T${hours}:${minutes}:${seconds}`);
      return [
        {
          file: `${logFolder}/${name}`,
          first: Number(first),
          sequence: Number(sequence),
          at,
          kind: known,
          checksum,
        },
      ];
    })
    .sort(
      (one, other) =>
        one.first - other.first || other.sequence - one.sequence || one.at.getTime() - other.at.getTime(),
    );
}

/** A log file is missing or damaged. */
export class LogFault extends BackupError {
  override name = 'LogFault';
}

/**
 * Reads and verifies a log file.
 *
 * @throws {LogFault} naming the file, and where possible the damaged byte
 */
export async function readSegment(place: BackupPlace, segment: Segment): Promise<Change[]> {
  const { file, kind, checksum } = segment;
  const bytes = await place.read(file);
  if (!bytes) throw new LogFault(`${file} is missing.`);
  const isWritten = checksum === checksumOf(segment, bytes);
  const hasChanges = kind === 'bson' || kind === 'erased';
  if (isWritten && !hasChanges) return [];
  if (!isWritten && bytes.length === 0) throw new LogFault(`${file} is empty.`);
  const changes: Change[] = [];
  try {
    for (const change of readChanges(bytes)) {
      if (!isWritten) parseDocument(change.entry);
      changes.push(change);
    }
  } catch (cause) {
    const byte = changes.reduce((sum, { entry }) => sum + entry.length, 0);
    throw new LogFault(`${file} is damaged at byte ${byte} of ${bytes.length}.`, { cause });
  }
  if (isWritten) return changes;
  throw new LogFault(
    `${file} was renamed, cut or changed after it was written: within its ${bytes.length} bytes its checksum is another one.`,
  );
}

/** The number of the last commit in a log's last file; NaN when the file does not contain it. */
export async function lastCommitOf(place: BackupPlace, segment: Segment | undefined): Promise<number> {
  if (segment?.kind === 'gap') return Number.parseInt(String(await place.read(segment.file)), 10);
  if (segment?.kind !== 'bson') return Number.NaN;
  const commits = (await readSegment(place, segment)).map(({ commit }) => commit);
  return commits.reduce((last, commit) => Math.max(last, commit), Number.NEGATIVE_INFINITY);
}

/** A document after a change, or null after its deletion. */
export interface Change {
  collection: string;
  id: unknown;
  /** The entry's bytes in its segment. */
  entry: Uint8Array;
  document: Uint8Array | null;
  /** The commit's number. */
  commit: number;
}

/** Parses the changes of a segment, in order. */
export function* readChanges(bytes: Uint8Array): Generator<Change> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let at = 0; at < bytes.length; ) {
    const length = at + 4 > bytes.length ? 0 : view.getInt32(at, true);
    if (length < 5 || at + length > bytes.length) throw new Error(`A document ends beyond the file.`);
    const entry = bytes.subarray(at, at + length);
    const { ns, n, put, gone } = BSON.deserialize(entry, { raw: true, promoteValues: false });
    const commit = Number(n);
    const collection = String(ns).slice(String(ns).indexOf('.') + 1);
    // `raw` leaves documents as bytes; only the id is parsed.
    yield put
      ? { collection, id: BSON.deserialize(put, { promoteValues: false })._id, entry, document: put, commit }
      : {
          collection,
          id: gone instanceof Uint8Array ? BSON.deserialize(gone, { promoteValues: false }) : gone,
          entry,
          document: null,
          commit,
        };
    at += length;
  }
}

/** Parses a document, preserving every value's BSON type. */
export const parseDocument = (bytes: Uint8Array): mongo.Document =>
  BSON.deserialize(bytes, {
    promoteValues: false,
    promoteLongs: false,
    promoteBuffers: false,
    bsonRegExp: true,
  });

/** Coalesces changes: keeps the last one of each document. */
export function coalesce(
  changes: Iterable<Change>,
  into: Map<string, Change> = new Map(),
): Map<string, Change> {
  for (const change of changes)
    into.set(`${change.collection} ${BSON.EJSON.stringify({ id: change.id }, { relaxed: false })}`, change);
  return into;
}

/** Whether a change erases a member. */
export const isErasure = ({ collection, document }: Change): boolean =>
  collection === 'users' && document === null;
