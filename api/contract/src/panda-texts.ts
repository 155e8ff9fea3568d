import type { MessageValues } from './messages.ts';
import type { Signature, TraitName } from './panda-scoring.ts';

/** The contract's texts in one language: `messagesIn` on the server, i18next in the page. */
export type ContractText = (key: string, values?: MessageValues) => string;

/** Describes a signature in words, all derived from the answers (D42). */
export interface Personality {
  tone: string;
  quirks: string[];
}

/** Tone and quirks of a Panda. */
export function personalityOf(
  signature: { topTrait: TraitName } & Pick<Signature, 'place' | 'rhythm' | 'essence'>,
  text: ContractText,
): Personality {
  return {
    tone: text(`panda.tone.${signature.topTrait}`),
    quirks: [
      text(`panda.quirk.place.${signature.place}`),
      text(`panda.quirk.rhythm.${signature.rhythm}`),
      text(`panda.quirk.essence.${signature.essence}`),
    ],
  };
}

/** The number of first words per trait for new Pandas. The first one is also that of Pandas from before there were several. */
const firstWords = 5;

/** Retired first words and their replacements, as they read badly in one language: "Estrellado" also means "crashed". */
const retired = { topTrait: 'creativity', place: 4, successor: firstWords } as const;

/** Indexes of a trait's first words in `panda.name.first`, including those that only older Pandas have. */
export function firstWordPlaces(topTrait: TraitName): number[] {
  return Array.from({ length: firstWords + Number(topTrait === retired.topTrait) }, (_, place) => place);
}

/** A new Panda's name; the picture seed selects the first word, so that the Panda shown after the quiz keeps its name when created. */
export function newPandaName(
  signature: Pick<Signature, 'topTrait' | 'place'>,
  pictureSeed: string,
  text: ContractText,
): string {
  const place = Number.parseInt(pictureSeed.slice(-4), 16) % firstWords;
  const isRetired = signature.topTrait === retired.topTrait && place === retired.place;
  return pandaNameFor(signature, isRetired ? retired.successor : place, text);
}

/** A generated name, shown in each reader's language until the owner renames the Panda (D42, D65). */
export function pandaNameFor(
  { topTrait, place }: Pick<Signature, 'topTrait' | 'place'>,
  firstWord: number,
  text: ContractText,
): string {
  return text('panda.name.whole', {
    first: text(`panda.name.first.${topTrait}.${firstWord}`),
    second: text(`panda.name.second.${place}`),
  });
}
