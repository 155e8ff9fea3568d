import type { ClientKey } from '../index.ts';
import { MockFailure, type MockResolver } from './mock.ts';

type VoiceKey = Extract<ClientKey, `POST /api/elevenlabs/${string}`>;

/** Nobody speaks here, as on a site without a key: the browser's own voice takes over (D44). */
export function voiceResolvers(): { [Key in VoiceKey]: MockResolver<Key> } {
  return {
    'POST /api/elevenlabs/generate-voice': () => {
      throw new MockFailure(503, 'voice_unavailable');
    },
  };
}
