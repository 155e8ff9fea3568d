// Invented texts whose fragments are as common and as rare as in a real community.

const givenNames =
  'Ana José María Lucía Noor Wei Aisha Søren Zoë Łukasz Björn Chiara Dmitri Elif Farah Giulia Hana Igor Jasmin Kofi Leila Mateo Nina Oskar Priya Quentin Rosa Sven Tomás Uma Viktor Wanda Ximena Yara Zain'.split(
    ' ',
  );
const beginnings = 'Al Ber Car Dal El Fer Gar Hol Ib Jan Kal Lin Mor Nor Os Par Quin Ros San Tor'.split(' ');
const middles = 'an en in on ar er or el al um ber den len man ran sen tin vid wic zol'.split(' ');
const endings = 'a o ez sson ski ova ini berg ton ley dal mont ard eau wick stein'.split(' ');
const occupations =
  'Gardener|Nurse|Baker|Teacher|Carpenter|Software engineer|Midwife|Cook|Librarian|Beekeeper|Musician|Electrician'.split(
    '|',
  );
const subjects =
  'Hiking|Knitting|Chess|Sourdough|Birdwatching|Pottery|Running|Choir|Board games|Gardening|Astronomy|Improv'.split(
    '|',
  );

export const pandaNames = ['Gentle', 'Kind', 'Dreaming', 'Quiet', 'Bold'].flatMap((first) =>
  ['Forest', 'Tide', 'Summit', 'Hearth'].map((second) => `${first} ${second}`),
);

const pick = (list: readonly string[], n: number) => list[n % list.length] ?? '';
/** Hashes consecutive numbers to scattered ones, deterministically. */
const spread = (n: number) => Math.imul(n ^ 0x5bd1e995, 0x9e3779b1) >>> 8;

export function memberNameOf(n: number): string {
  const s = spread(n);
  const family = pick(beginnings, s) + pick(middles, s >> 5) + pick(endings, s >> 10);
  return `${pick(givenNames, s >> 3)} ${family}`;
}

/** Two in three members have an occupation. */
export function occupationOf(n: number): string {
  return n % 3 === 0 ? '' : pick(occupations, spread(n) >> 4);
}

export function circleTexts(n: number): { name: string; description: string } {
  const subject = pick(subjects, spread(n));
  return {
    name: `${subject} in ${pick(beginnings, spread(n) >> 4)}${pick(middles, spread(n) >> 9)} ${n}`,
    description: `We meet for ${subject.toLowerCase()} every other week. Beginners are welcome.`,
  };
}
