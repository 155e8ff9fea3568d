import { drawingOf } from '@frens/contract/fixtures';
import { readSignature } from '@frens/contract/panda-scoring';
import { answersOf } from '../submission.ts';
import { buildResponses } from './take-quiz.ts';

/** Soul Signature of the answers of `buildResponses()`. */
export const signature = readSignature(answersOf(buildResponses()));

/** The server's answer to them. */
export const saved = {
  success: true as const,
  message: 'Your Soul Signature is saved and your Panda is here.',
  pandaId: '650000000000000000abc123',
  imageUrl: drawingOf('650000000000000000abc123'),
  before: null,
  signature: {
    topTrait: signature.topTrait,
    traits: signature.traits,
    tone: 'Bold and energetic',
    quirks: ['Hums along with the tide', 'Greets the sunrise with tea', 'Remembers every birthday'],
  },
};
