import { Refusal } from './refusal.ts';

/** How long another origin may take for a file, in milliseconds. */
const patience = 10_000;
/** How large one may be: more than any remote has. */
const mostBytes = 16 * 1024 * 1024;

/** Whether a version lies on another origin than the site's, by its `base`: the store then has its record and no files. */
export const isAway = (base: string): boolean => !base.startsWith('/');

/** A file of another origin. */
export interface AwayFile {
  content: Buffer;
  type: string;
  /** Which pages may read it; null for none but its own. */
  allowedFor: string | null;
}

/**
 * Reads a file of another origin as pages do.
 *
 * @param site origin of the pages, which is told to who answers
 * @returns null where it is not there
 * @throws Refusal when it cannot be read
 */
export async function readAway(address: string, site: string | null): Promise<AwayFile | null> {
  try {
    const answer = await fetch(address, {
      headers: site === null ? {} : { origin: site },
      redirect: 'error',
      signal: AbortSignal.timeout(patience),
    });
    if (answer.status === 404 || answer.status === 410) return null;
    if (!answer.ok || !answer.body) throw new Error(`it answered ${answer.status}`);
    const parts: Uint8Array[] = [];
    let bytes = 0;
    for await (const part of answer.body) {
      bytes += part.length;
      if (bytes > mostBytes) throw new Error('it is too large');
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
