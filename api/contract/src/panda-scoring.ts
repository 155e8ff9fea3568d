/** The five traits of a Panda, in the order that settles ties (D42). */
export const traitNames = ['warmth', 'service', 'creativity', 'wisdom', 'adventure'] as const;
export type TraitName = (typeof traitNames)[number];
export type Traits = Record<TraitName, number>;

/** Lab id → option id, for all labs. */
export type QuizAnswers = Record<string, string>;

type Letter = 'W' | 'S' | 'C' | 'I' | 'A';
const traitOfLetter: Record<Letter, TraitName> = {
  W: 'warmth',
  S: 'service',
  C: 'creativity',
  I: 'wisdom',
  A: 'adventure',
};

/**
 * The scoring table of D42: for each lab its four options, each with the trait that gets two points and the one
 * that gets one.
 */
const table: Record<number, Record<string, `${Letter}${Letter}`>> = {
  1: { amplify: 'AW', observe: 'IC', create: 'CA', connect: 'WS' },
  2: { movement: 'AC', words: 'IW', creation: 'CI', service: 'SW' },
  3: { adventure: 'AW', creative: 'CW', wisdom: 'IS', healers: 'SW' },
  4: { intuition: 'CI', heart: 'WS', purpose: 'IS', impact: 'SA' },
  5: { nature: 'IW', ocean: 'CI', mountains: 'AI', community: 'WS' },
  6: { challenge: 'AS', reflection: 'IC', experience: 'AC', connection: 'WI' },
  7: { explosive: 'AW', steady: 'SI', rhythmic: 'CI', spontaneous: 'AC' },
  8: { healing: 'WS', inspiring: 'CW', creating: 'CS', organizing: 'SI' },
  9: { deep: 'IW', emotional: 'WC', playful: 'CA', energetic: 'AW' },
  10: { dawn: 'SI', flow: 'CW', night: 'IC', intense: 'AS' },
  11: { love: 'WS', freedom: 'AC', wisdom: 'IS', joy: 'CW' },
};

/** The labs, 1 to 11. */
export const labIds = Object.keys(table).map(Number);

/** The options of a lab, in the order in which they are shown. */
export function optionsOf(lab: number): readonly string[] {
  return Object.keys(table[lab] ?? {});
}

/** The labs whose answers are kept, for the quirks and the name. */
export const keptLabs = { place: 5, rhythm: 10, essence: 11 } as const;

/** Whether a lab offers an option. Own keys only: `constructor` is no answer. */
export function isOptionOf(lab: number, option: string): boolean {
  const options = table[lab];
  return options !== undefined && Object.hasOwn(options, option);
}

const pointsFirst = 2;
const pointsSecond = 1;

function pointsFor(letters: string): Array<[TraitName, number]> {
  // Safe: the table's type allows only pairs of letters.
  const [first, second] = [...letters] as [Letter, Letter];
  return [
    [traitOfLetter[first], pointsFirst],
    [traitOfLetter[second], pointsSecond],
  ];
}

function emptyTraits(): Traits {
  return { warmth: 0, service: 0, creativity: 0, wisdom: 0, adventure: 0 };
}

/** The most points each trait can get: in every lab the best option for it. */
function attainable(): Traits {
  const most = emptyTraits();
  for (const options of Object.values(table)) {
    const best = emptyTraits();
    for (const letters of Object.values(options)) {
      for (const [trait, points] of pointsFor(letters)) best[trait] = Math.max(best[trait], points);
    }
    for (const trait of traitNames) most[trait] += best[trait];
  }
  return most;
}

const mostAttainable = attainable();

/** A quiz result: every trait from 0 to 100, and the leading one. */
export interface Signature {
  traits: Traits;
  topTrait: TraitName;
  /** The answers that determine quirks and name. */
  place: string;
  rhythm: string;
  essence: string;
}

/** Reads the signature from a complete set of answers (D42). The same answers always give the same signature. */
export function readSignature(answers: QuizAnswers): Signature {
  const points = emptyTraits();
  for (const lab of labIds) {
    const option = answers[lab];
    const letters = option !== undefined && isOptionOf(lab, option) ? table[lab]?.[option] : undefined;
    if (letters === undefined) throw new RangeError(`Lab ${lab} has no answer that it offers.`);
    for (const [trait, gained] of pointsFor(letters)) points[trait] += gained;
  }
  const traits = emptyTraits();
  for (const trait of traitNames) traits[trait] = Math.round((100 * points[trait]) / mostAttainable[trait]);
  return {
    traits,
    topTrait: topTraitOf(traits),
    place: answers[keptLabs.place] ?? '',
    rhythm: answers[keptLabs.rhythm] ?? '',
    essence: answers[keptLabs.essence] ?? '',
  };
}

/** The leading trait; on a tie the earlier of `traitNames`. */
export function topTraitOf(traits: Traits): TraitName {
  return traitNames.reduce((top, trait) => (traits[trait] > traits[top] ? trait : top));
}
