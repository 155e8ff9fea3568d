import type { ParsedBody } from '@frens/contract';
import { second } from '../clock.ts';

/** A text and its speech settings, in the form of ElevenLabs' API. */
export type Utterance = ParsedBody<'POST /api/elevenlabs/generate-voice'>;

/** The timeout in milliseconds: members who wait longer prefer the browser's voice. */
const patience = 8 * second;

/** Ten times what the longest text needs. */
const mostBytes = 5_000_000;

/**
 * Synthesises speech with ElevenLabs: https://elevenlabs.io/docs/api-reference/text-to-speech/convert.
 *
 * @param account the address and API key
 * @returns an MP3
 * @throws when the service is unreachable, slow, or refuses; the message contains no secret
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
