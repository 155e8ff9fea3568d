import type { ParsedBody } from '@frens/contract';
import { second } from '../clock.ts';

/** A text and how it is to be spoken, in ElevenLabs' own words. */
export type Utterance = ParsedBody<'POST /api/elevenlabs/generate-voice'>;

/** How long a text may take to be spoken: who waits longer would rather hear the browser's voice. In milliseconds. */
const patience = 8 * second;

/** More than the longest text needs ten times over. */
const mostBytes = 5_000_000;

/**
 * Has ElevenLabs speak a text: https://elevenlabs.io/docs/api-reference/text-to-speech/convert.
 *
 * @param account where it is and who pays
 * @returns an MP3
 * @throws when it is away, slow, or refuses; the message holds nothing secret
 */
export async function speakByElevenLabs(
  { url, key }: { url: URL; key: string },
  { voice_id, ...body }: Utterance,
): Promise<Uint8Array> {
  const response = await fetch(new URL(`/v1/text-to-speech/${voice_id}`, url), {
    method: 'POST',
    headers: { 'xi-api-key': key, 'Content-Type': 'application/json', Accept: 'audio/mpeg' },
    body: JSON.stringify(body),
    redirect: 'error',
    signal: AbortSignal.timeout(patience),
  });
  const type = response.headers.get('Content-Type') ?? '';
  if (!response.ok || !type.startsWith('audio/mpeg')) {
    await response.body?.cancel();
    throw new Error(`ElevenLabs answered ${response.status} with ${type || 'nothing'}`);
  }
  return readAtMost(response, mostBytes);
}

async function readAtMost({ body }: Response, limit: number): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of body ?? []) {
    size += part.length;
    if (size > limit) throw new Error(`ElevenLabs sent more than ${limit} bytes`);
    parts.push(part);
  }
  if (size === 0) throw new Error('ElevenLabs sent no sound');
  return Buffer.concat(parts);
}
