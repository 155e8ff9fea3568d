import { type Language, messageText } from './messages.ts';
import type { Signature, TraitName } from './panda-scoring.ts';

/** The words a signature is told in; everything in them follows from the answers (D42). */
export interface Personality {
  tone: string;
  quirks: string[];
}

/** Tone and quirks of a Panda, in a language. */
export function personalityOf(
  signature: { topTrait: TraitName } & Pick<Signature, 'place' | 'rhythm' | 'essence'>,
  language: Language,
): Personality {
  return {
    tone: messageText(language, `panda.tone.${signature.topTrait}`),
    quirks: [
      messageText(language, `panda.quirk.place.${signature.place}`),
      messageText(language, `panda.quirk.rhythm.${signature.rhythm}`),
      messageText(language, `panda.quirk.essence.${signature.essence}`),
    ],
  };
}

/** The name a Panda gets when it is made, in a language; each reads it in their own until its owner gives it another (D42, D65). */
export function pandaNameFor(signature: Pick<Signature, 'topTrait' | 'place'>, language: Language): string {
  return messageText(language, 'panda.name.whole', {
    first: messageText(language, `panda.name.first.${signature.topTrait}`),
    second: messageText(language, `panda.name.second.${signature.place}`),
  });
}
