import { hash } from 'node:crypto';
import { defineResource } from '../../resource.ts';

export const voice = defineResource((on) => {
  on('POST /api/elevenlabs/generate-voice', async ({ body, services }) => {
    const sound = await services.voice.speak(body);
    const version = hash('sha256', sound, 'base64url');
    return { type: 'audio/mpeg', version, isPinned: false, read: () => sound };
  });
});
