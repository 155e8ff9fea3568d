import type { Language } from '@frens/contract';
import { type CompleteLanguage, completeLanguageOf, completeLanguages } from '@frens/contract/languages';
import { messagesIn } from '@frens/contract/messages';
import { keptLabs, optionsOf, type TraitName, traitNames } from '@frens/contract/panda-scoring';
import { firstWordPlaces, pandaNameFor } from '@frens/contract/panda-texts';
import { textsContain } from '@frens/contract/search-text';
import type { Panda } from './panda.model.ts';

/** A generated name (D42): two words, translated into every complete language. */
interface GeneratedName {
  topTrait: TraitName;
  /** Index of its first word among those of the trait. */
  firstWord: number;
  place: string;
  names: Record<CompleteLanguage, string>;
}

const generatedNames: readonly GeneratedName[] = traitNames.flatMap((topTrait) =>
  firstWordPlaces(topTrait).flatMap((firstWord) =>
    optionsOf(keptLabs.place).map((place) => {
      const nameIn = (language: Language) =>
        pandaNameFor({ topTrait, place }, firstWord, messagesIn(language));
      return { topTrait, firstWord, place, names: { en: nameIn('en'), es: nameIn('es') } };
    }),
  ),
);
const byName = new Map(
  generatedNames.flatMap((made) => completeLanguages.map((language) => [made.names[language], made])),
);

type NamedPanda = Pick<Panda, 'name' | 'renamedAt'>;

/** A Panda's generated name; null once its owner has renamed it. */
export function generatedNameOf({ name, renamedAt }: NamedPanda): GeneratedName | null {
  return renamedAt ? null : (byName.get(name) ?? null);
}

/** A Panda's name in a language (D65). A name that its owner gave is never translated. */
export function pandaNameIn(panda: NamedPanda, language: Language): string {
  return generatedNameOf(panda)?.names[completeLanguageOf(language)] ?? panda.name;
}

const anyName = 'made';
/** Search entries older than the additional first words name the trait alone, which is the term of first word 0. */
const firstWordTerm = ({ topTrait, firstWord }: GeneratedName) =>
  firstWord ? `${topTrait}.${firstWord}` : topTrait;
const firstTerm = (made: GeneratedName) => `made:first:${firstWordTerm(made)}`;
const secondTerm = ({ place }: GeneratedName) => `made:second:${place}`;
const wholeTerm = (made: GeneratedName) => `made:${firstWordTerm(made)}:${made.place}`;

/** The language-independent search terms of a generated name, stored instead of n-grams of a text. */
export function termsOfGeneratedName(made: GeneratedName): string[] {
  return [anyName, firstTerm(made), secondTerm(made), wholeTerm(made)];
}

/**
 * A small set of terms that matches exactly the generated names containing `q` in a language. The term of a word replaces its names
 * when all of them match.
 *
 * @returns an empty list when no name matches
 */
export function termsOfMatchingNames(q: string, language: Language): string[] {
  const found = generatedNames.filter(({ names }) => textsContain([names[completeLanguageOf(language)]], q));
  if (found.length === generatedNames.length) return [anyName];
  const words = [firstTerm, secondTerm].flatMap((termOf) => {
    const unmatchedTerms = new Set(generatedNames.filter((made) => !found.includes(made)).map(termOf));
    return [...new Set(found.map(termOf))].filter((word) => !unmatchedTerms.has(word));
  });
  const rest = found.filter((made) => !words.includes(firstTerm(made)) && !words.includes(secondTerm(made)));
  return [...words, ...rest.map(wholeTerm)];
}
