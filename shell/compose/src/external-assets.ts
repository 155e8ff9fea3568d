import path from 'node:path';
import type { RemoteVersion } from './model/composition.ts';
import { Refusal } from './refusal.ts';
import { hasHash } from './store/integrity.ts';
import { mapConcurrent } from './store/map-concurrent.ts';

/** Time-out for a file of another origin, in milliseconds. */
const patience = 10_000;
/** Maximum number of files of a version built elsewhere. The largest remote has 37. */
export const mostFiles = 500;
/**
 * Maximum total size of files on another origin, in bytes: each promotion reads all of them, and pending ones are held in memory.
 * The largest remote has half a megabyte.
 */
const mostBytes = 16 * 1024 * 1024;

/** Whether a version is hosted on another origin, by its `base`. The store has only its record. */
export const isExternal = (base: string): boolean => !base.startsWith('/');

/** A file of another origin. */
interface AwayFile {
  content: Buffer;
  type: string;
  /** Which origins may read it (CORS); null for its own alone. */
  allowedFor: string | null;
}

/** The remaining byte budget. */
interface Room {
  bytes: number;
}

type Version = Pick<RemoteVersion, 'base' | 'integrity'>;

/**
 * Fetches the files of a version on another origin as pages do, and reports those that a page could not load as published. Runs
 * at every promotion.
 *
 * @param site origin of the pages
 * @param keep receives each valid file
 * @returns a sentence for each invalid file
 * @throws Refusal when there are too many, or they are too large
 */
export async function checkExternalAssets(
  version: Version,
  site: string | null,
  keep: (file: string, content: Buffer) => Promise<void> = async () => {},
): Promise<string[]> {
  const { base, integrity } = version;
  const names = Object.keys(integrity);
  if (names.length > mostFiles)
    throw new Refusal('misfit', `${base} has ${names.length} files, and a version may have ${mostFiles}.`);
  const room: Room = { bytes: mostBytes };
  const reasons = await mapConcurrent(names, async (name) => {
    try {
      const file = await fetchExternalAssets(base + name, site, room);
      if (!file) return [`${base}${name} is missing`];
      if (!hasHash(file.content, version.integrity[name])) return [`${base}${name} was changed`];
      await keep(name, file.content);
      return unusable(name, file, site).map((sentence) => base + sentence);
    } catch (error) {
      if (room.bytes < 0)
        throw new Refusal(
          'misfit',
          `${base} has more than ${mostBytes / 1024 / 1024} MB of files: that is too much.`,
        );
      if (error instanceof Refusal) return [error.message];
      throw error;
    }
  });
  return reasons.flat();
}

/** Why a page would refuse an intact file. */
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

/**
 * Fetches a file of another origin as pages do.
 *
 * @param site origin of the pages, sent as `Origin`
 * @param room the remaining budget, which it reduces
 * @returns null if it does not exist
 * @throws Refusal when it cannot be read
 */
export async function fetchExternalAssets(
  address: string,
  site: string | null,
  room: Room = { bytes: mostBytes },
): Promise<AwayFile | null> {
  try {
    const answer = await fetch(address, {
      headers: site === null ? {} : { origin: site },
      redirect: 'error',
      signal: AbortSignal.timeout(patience),
    });
    if (answer.status === 404 || answer.status === 410) return null;
    if (!answer.ok || !answer.body) throw new Error(`it answered ${answer.status}`);
    const parts: Uint8Array[] = [];
    for await (const part of answer.body) {
      room.bytes -= part.length;
      if (room.bytes < 0) throw new Error('it is too large');
      parts.push(part);
    }
    return {
      content: Buffer.concat(parts),
      type: answer.headers.get('content-type') ?? '',
      allowedFor: answer.headers.get('access-control-allow-origin'),
    };
  } catch (error) {
    const { message, cause } = error as Error;
    throw new Refusal(
      'damaged',
      `${address} could not be read: ${(cause as Error | undefined)?.message ?? message}.`,
    );
  }
}
