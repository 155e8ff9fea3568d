import { type Language, messageText } from './messages.ts';
import type { Soul, TraitName } from './panda-scoring.ts';

/** The words a soul is told in; everything in them follows from the answers (D42). */
export interface Personality {
  tone: string;
  quirks: string[];
}

/** Tone and quirks of a Panda, in a language. */
export function personalityOf(
  soul: { topTrait: TraitName } & Pick<Soul, 'place' | 'rhythm' | 'essence'>,
  language: Language,
): Personality {
  return {
    tone: messageText(language, `panda.tone.${soul.topTrait}`),
    quirks: [
      messageText(language, `panda.quirk.place.${soul.place}`),
      messageText(language, `panda.quirk.rhythm.${soul.rhythm}`),
      messageText(language, `panda.quirk.essence.${soul.essence}`),
    ],
  };
}

/** The name a Panda gets when it is made, in its member's language. It is a name: it is not translated later. */
export function pandaNameFor(soul: Pick<Soul, 'topTrait' | 'place'>, language: Language): string {
  return messageText(language, 'panda.name.whole', {
    first: messageText(language, `panda.name.first.${soul.topTrait}`),
    second: messageText(language, `panda.name.second.${soul.place}`),
  });
}
