import type { Language } from '@frens/contract';
import { type CompleteLanguage, completeLanguageOf, completeLanguages } from '@frens/contract/languages';
import { messagesIn } from '@frens/contract/messages';
import { keptLabs, optionsOf, type TraitName, traitNames } from '@frens/contract/panda-scoring';
import { firstWordPlaces, pandaNameFor } from '@frens/contract/panda-texts';
import { textsContain } from '@frens/contract/search-text';
import type { Panda } from './panda.model.ts';

/** A name that the product makes (D42): of two words, told in every complete language. */
interface MadeName {
  topTrait: TraitName;
  /** Which of the trait's first words it has. */
  firstWord: number;
  place: string;
  names: Record<CompleteLanguage, string>;
}

const madeNames: readonly MadeName[] = traitNames.flatMap((topTrait) =>
  firstWordPlaces(topTrait).flatMap((firstWord) =>
    optionsOf(keptLabs.place).map((place) => {
      const nameIn = (language: Language) =>
        pandaNameFor({ topTrait, place }, firstWord, messagesIn(language));
      return { topTrait, firstWord, place, names: { en: nameIn('en'), es: nameIn('es') } };
    }),
  ),
);
const byName = new Map(
  madeNames.flatMap((made) => completeLanguages.map((language) => [made.names[language], made])),
);

type Named = Pick<Panda, 'name' | 'renamedAt'>;

/** The made name that a Panda still has; null once its owner has named it. */
export function madeNameOf({ name, renamedAt }: Named): MadeName | null {
  return renamedAt ? null : (byName.get(name) ?? null);
}

/** A Panda's name in a language (D65): what its owner has named it is the same in each. */
export function pandaNameIn(panda: Named, language: Language): string {
  return madeNameOf(panda)?.names[completeLanguageOf(language)] ?? panda.name;
}

const anyName = 'made';
/** Entries from before there were more first words name the trait alone. */
const firstWordTerm = ({ topTrait, firstWord }: MadeName) =>
  firstWord ? `${topTrait}.${firstWord}` : topTrait;
const firstTerm = (made: MadeName) => `made:first:${firstWordTerm(made)}`;
const secondTerm = ({ place }: MadeName) => `made:second:${place}`;
const wholeTerm = (made: MadeName) => `made:${firstWordTerm(made)}:${made.place}`;

/** What a Panda with a made name is found by, in whatever language, instead of the pieces of a text. */
export function termsOfMadeName(made: MadeName): string[] {
  return [anyName, firstTerm(made), secondTerm(made), wholeTerm(made)];
}

/**
 * The few terms that find exactly the made names which contain a text in a language: a word that is in all of them stands for its names.
 *
 * @returns none where no name contains it
 */
export function termsOfMadeNamesWith(q: string, language: Language): string[] {
  const found = madeNames.filter(({ names }) => textsContain([names[completeLanguageOf(language)]], q));
  if (found.length === madeNames.length) return [anyName];
  const words = [firstTerm, secondTerm].flatMap((termOf) => {
    const lacking = new Set(madeNames.filter((made) => !found.includes(made)).map(termOf));
    return [...new Set(found.map(termOf))].filter((word) => !lacking.has(word));
  });
  const rest = found.filter((made) => !words.includes(firstTerm(made)) && !words.includes(secondTerm(made)));
  return [...words, ...rest.map(wholeTerm)];
}
