import { readSoul } from '@frens/contract/panda-scoring';
import { answersOf } from '../submission.ts';
import { buildResponses } from './take-quiz.ts';

/** What the answers of `buildResponses()` say. */
export const soul = readSoul(answersOf(buildResponses()));

/** The server's answer to them. */
export const saved = {
  success: true as const,
  message: 'Your Soul Signature is saved and your Panda is here.',
  pandaId: '650000000000000000abc123',
  imageUrl: '/media/pandas/650000000000000000abc123.svg?v=1',
  before: null,
  signature: {
    topTrait: soul.topTrait,
    traits: soul.traits,
    tone: 'Bold and energetic',
    quirks: ['Hums along with the tide', 'Greets the sunrise with tea', 'Remembers every birthday'],
  },
};
