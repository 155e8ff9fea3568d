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

/** How many first words each trait has for new Pandas. The first of them is the one that Pandas had before there were more. */
const firstWords = 5;

/** A first word that no new Panda gets, as it reads badly in one of the languages, and the one in its place: "Estrellado" is also "crashed". */
const retired = { topTrait: 'creativity', place: 4, successor: firstWords } as const;

/** The places of the first words of a trait, in `panda.name.first`, with those that only older Pandas have. */
export function firstWordPlaces(topTrait: TraitName): number[] {
  return Array.from({ length: firstWords + Number(topTrait === retired.topTrait) }, (_, place) => place);
}

/** The name a Panda is made with, its first word by its picture seed: the Panda promised at the end of the quiz is called as the one that is made. */
export function newPandaName(
  signature: Pick<Signature, 'topTrait' | 'place'>,
  pictureSeed: string,
  text: ContractText,
): string {
  const place = Number.parseInt(pictureSeed.slice(-4), 16) % firstWords;
  const isRetired = signature.topTrait === retired.topTrait && place === retired.place;
  return pandaNameFor(signature, isRetired ? retired.successor : place, text);
}

/** A name that Pandas are made with; each reads it in their own language until its owner gives it another (D42, D65). */
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
