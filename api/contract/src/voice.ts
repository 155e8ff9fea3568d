import { z } from 'zod';
import { perMinutes } from './call-limits.ts';
import { endpoint } from './endpoint.ts';
import { voiceTexts } from './voice-texts.ts';

/** ElevenLabs' ids of voice and model. */
const voiceId = '21m00Tcm4TlvDq8ikWAM';
const modelId = 'eleven_monolingual_v1';

const known = new Set(Object.values(voiceTexts).flatMap((texts) => Object.values(texts)));

const Share = z
  .number({ error: 'validation.voice.share' })
  .min(0, 'validation.voice.share')
  .max(1, 'validation.voice.share');

/** A text of a lab and its voice settings; defaults are those of the specification (section 9). */
export const GenerateVoiceBody = z.object({
  text: z
    .string({ error: 'validation.voice.text' })
    .refine((text) => known.has(text), 'validation.voice.text'),
  voice_id: z.literal(voiceId, 'validation.voice.voice').default(voiceId),
  model_id: z.literal(modelId, 'validation.voice.model').default(modelId),
  voice_settings: z
    .object({
      stability: Share.default(0.75),
      similarity_boost: Share.default(0.85),
      style: Share.default(0.3),
      use_speaker_boost: z.boolean({ error: 'validation.voice.boost' }).default(true),
    })
    .prefault({}),
});

export const voiceEndpoints = {
  /** Speaks a text of a lab; 503 `voice_unavailable` without a voice service, and the browser's voice is used (D44). */
  'POST /api/elevenlabs/generate-voice': endpoint({
    access: 'public',
    limits: [perMinutes(10, 30, 'network')],
    body: GenerateVoiceBody,
    answer: { kind: 'file', types: ['audio/mpeg'], byClient: true },
    refuses: ['503 voice_unavailable'],
  }),
};
