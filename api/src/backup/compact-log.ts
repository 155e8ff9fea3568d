import { setImmediate } from 'node:timers/promises';
import { day, hour } from '../clock.ts';
import type { BackupPlace } from './backup-place.ts';
import {
  type Change,
  coalesce,
  isErasure,
  LogFault,
  listAllSegments,
  listSegments,
  nameSegment,
  readSegment,
  type Segment,
} from './log-segments.ts';
import { backupsIn } from './rotation.ts';

/**
 * Compacts the log: one file per second for the last hour, per minute for the last day and since the newest backup. Older files keep only
 * erasures; those before the oldest backup go. A crash is harmless: merged files go last. Damaged files stay, and `restore` reports them.
 */
export async function compactLog(place: BackupPlace, now: Date): Promise<void> {
  const backups = await backupsIn(place);
  const [oldest, newest] = [backups.at(0)?.at, backups.at(-1)?.at];
  const ago = (segment: Segment) => now.getTime() - segment.at.getTime();
  const segments = await listSegments(place);
  const files = new Set(segments.map(({ file }) => file));
  for (const { file } of await listAllSegments(place)) if (!files.has(file)) await place.remove(file);
  const isExpired = (segment: Segment) => ago(segment) > day && oldest !== undefined && segment.at < oldest;
  // The last file marks where the log continues. Only the oldest files may go: a hole between others would be a fault.
  const keptFrom = segments.findIndex(
    (segment, index) => !isExpired(segment) || index === segments.length - 1,
  );
  for (const { file } of segments.slice(0, Math.max(0, keptFrom))) await place.remove(file);
  const kept = segments.slice(Math.max(0, keptFrom));
  for (const group of groupsOf(kept.slice(0, -1), (segment) => {
    const iso = segment.at.toISOString();
    if (ago(segment) > day && newest && segment.at < newest) return `${iso.slice(0, 10)} erased`;
    return ago(segment) > hour ? iso.slice(0, 16) : null;
  }))
    await merge(place, group);
}

interface Group {
  key: string;
  segments: Segment[];
}

/** Groups adjacent files to merge; never across a gap or a missing file. */
function groupsOf(segments: readonly Segment[], keyOf: (segment: Segment) => string | null): Group[] {
  const groups: Group[] = [];
  let open: Group | undefined;
  for (const segment of segments) {
    const key = segment.kind === 'bson' || segment.kind === 'erased' ? keyOf(segment) : null;
    if (key === null) open = undefined;
    else if (open?.key === key && segment.first <= (open.segments.at(-1)?.sequence ?? 0) + 1)
      open.segments.push(segment);
    else groups.push((open = { key, segments: [segment] }));
  }
  return groups;
}

async function merge(place: BackupPlace, { key, segments }: Group): Promise<void> {
  const last = segments.at(-1);
  const isErased = key.endsWith('erased');
  const isDone = segments.length === 1 && (last?.kind === 'erased' || !isErased);
  if (!last || isDone) return;
  const changes = new Map<string, Change>();
  for (const segment of segments) {
    try {
      coalesce(await readSegment(place, segment), changes);
    } catch (error) {
      if (error instanceof LogFault) return;
      throw error;
    }
    // Lets requests run between files.
    await setImmediate();
  }
  const stay = [...changes.values()].filter((change) => !isErased || isErasure(change));
  const content = Buffer.concat(stay.map(({ entry }) => entry));
  const kind = isErased ? 'erased' : 'bson';
  const merged = nameSegment({ ...last, first: segments[0]?.first ?? last.first, kind }, content);
  await place.write(merged, content);
  for (const { file } of segments) if (file !== merged) await place.remove(file);
}
