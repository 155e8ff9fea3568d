import { ApiError } from '@frens/contract/errors';
import { voiceTexts } from '@frens/contract/voice-texts';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { minute } from '../../clock.ts';
import { type ElevenLabsServer, startElevenLabs } from '../../testing/eleven-labs-server.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';

const call = 'POST /api/elevenlabs/generate-voice';
const key = 'key-that-pays';
const [first, second, third] = [1, 2, 3].map((lab) => String(voiceTexts.en[lab]));
let provider: ElevenLabsServer;
let app: TestApp;
beforeAll(async () => {
  provider = await startElevenLabs(key);
  app = await startTestApp({ elevenLabs: { url: provider.url, key }, trustedProxyHops: 1 });
});
afterAll(async () => {
  await app.close();
  await provider.close();
});
beforeEach(() => {
  provider.answers(null);
  provider.asked.length = 0;
  app.clock.advance(20 * minute);
});

const speak = (text = '', more: object = {}) => app.visitor().call(call, { body: { text, ...more } });
const refusal = (asked: Promise<unknown>) =>
  asked.then(
    () => null,
    (error: unknown) => (error instanceof ApiError ? [error.status, error.code] : error),
  );

it('speaks a lab’s text in the specified voice and settings, without a session', async () => {
  const sound = await speak(first);
  expect(sound.type).toBe('audio/mpeg');
  expect(await sound.text()).toMatch(/^ID3 sound of .+Take a breath/);
  expect(provider.asked).toEqual([
    {
      address: 'POST /v1/text-to-speech/21m00Tcm4TlvDq8ikWAM',
      key,
      body: {
        text: first,
        model_id: 'eleven_monolingual_v1',
        voice_settings: { stability: 0.75, similarity_boost: 0.85, style: 0.3, use_speaker_boost: true },
      },
    },
  ]);
});

it('sends one request for concurrent identical texts, and caches the result', async () => {
  const sounds = await Promise.all(Array.from({ length: 20 }, () => speak(second)));
  await speak(second, { voice_settings: { style: 0.3 } });
  expect(new Set(await Promise.all(sounds.map((sound) => sound.text()))).size).toBe(1);
  expect(provider.asked).toHaveLength(1);
  await speak(second, { voice_settings: { style: 0.4 } });
  expect(provider.asked).toHaveLength(2);
});

/** Requests a text in this many voice settings, one after the other. */
async function speakIn(settings: number, text = third): Promise<void> {
  for (let count = 0; count < settings; count += 1) {
    if (count % 20 === 0) app.clock.advance(20 * minute);
    await speak(text, { voice_settings: { style: count / 100 } });
  }
}

it('evicts the least recently used of more than forty-four texts', async () => {
  const isAskedFor = async (style: number) => {
    const before = provider.asked.length;
    await speak(third, { voice_settings: { style } });
    return provider.asked.length > before;
  };
  await speakIn(44);
  expect(await isAskedFor(0)).toBe(false);
  expect(await isAskedFor(0.44)).toBe(true);
  expect([await isAskedFor(0), await isAskedFor(0.01)]).toEqual([false, true]);
});

it.each([
  ['a text that is none of the quiz', { text: 'Buy now' }, 'text'],
  ['another voice', { text: first, voice_id: 'EXAVITQu4vr4xnSDxMaL' }, 'voice_id'],
  ['another model', { text: first, model_id: 'eleven_v3' }, 'model_id'],
  ['a setting above one', { text: first, voice_settings: { stability: 1.1 } }, 'voice_settings.stability'],
])('refuses %s and names the field, without asking anybody', async (_case, body, field) => {
  const answer = await app.visitor().send('POST', '/api/elevenlabs/generate-voice', { body });
  expect(answer.status).toBe(400);
  expect(await answer.json()).toMatchObject({ fields: { [field]: expect.any(String) } });
  expect(provider.asked).toEqual([]);
});

it.each<[string, Parameters<ElevenLabsServer['answers']>[0]]>([
  ['refuses the key', (response) => response.writeHead(401).end('{}')],
  [
    'answers something else',
    (response) => response.writeHead(200, { 'Content-Type': 'text/html' }).end('<p>'),
  ],
  ['sends nothing', (response) => response.writeHead(200, { 'Content-Type': 'audio/mpeg' }).end()],
  [
    'breaks off',
    (response) =>
      response.writeHead(200, { 'Content-Type': 'audio/mpeg' }).write('ID3') && response.destroy(),
  ],
  [
    'never ends',
    (response) => {
      response.writeHead(200, { 'Content-Type': 'audio/mpeg' });
      for (let sent = 0; sent < 6; sent += 1) response.write(Buffer.alloc(1_000_000));
    },
  ],
])('says that there is no voice when the provider %s, and asks again a minute later', async (_case, how) => {
  const spanish = String(voiceTexts.es[1]);
  provider.answers(how);
  expect(await refusal(speak(spanish))).toEqual([503, 'voice_unavailable']);
  expect(await refusal(speak(spanish))).toEqual([503, 'voice_unavailable']);
  expect(provider.asked).toHaveLength(1);
  expect(JSON.stringify(app.logged)).not.toContain(key);
  provider.answers(null);
  app.clock.advance(minute);
  expect((await speak(spanish)).size).toBeGreaterThan(0);
  // Evicts it for the next case.
  await speakIn(44);
});

it('returns an error when the provider is down or not configured', async () => {
  const silent = await startTestApp({ elevenLabs: { url: new URL('http://127.0.0.1:9'), key } });
  const free = await startTestApp();
  for (const site of [silent, free]) {
    const body = { text: String(first) };
    expect(await refusal(site.visitor().call(call, { body }))).toEqual([503, 'voice_unavailable']);
    await site.close();
  }
});
