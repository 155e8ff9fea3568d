import type { TraitValues } from './panda/traits.ts';

/** Shared sample data for stories and tests. Long texts test the edge cases. */
export const people = [
  { id: 'p-amara', name: 'Amara Okafor', occupation: 'Community gardener', online: true },
  { id: 'p-lucia', name: 'Lucía Fernández', occupation: 'Muralist', online: false },
  { id: 'p-jonas', name: 'Jonas Lindqvist', occupation: 'Bike mechanic', online: true },
  { id: 'p-mei', name: 'Mei Tanaka', occupation: 'Librarian', online: null },
  { id: 'p-tomas', name: 'Tomás Rivera', occupation: 'School cook', online: false },
  { id: 'p-noor', name: 'Noor Haddad', occupation: 'Trail guide', online: true },
  { id: 'p-ines', name: 'Inés Castillo', occupation: 'Potter', online: null },
  { id: 'p-kofi', name: 'Kofi Mensah', occupation: 'Music teacher', online: false },
] as const;

export const text = {
  bio: 'I grow tomatoes on a roof, cook too much and always need somebody to share it with. Looking for people who like early markets and late conversations.',
  longName: 'Maximiliana Bartholomew-Featherstonehaugh de la Cruz y Montenegro',
  longWord: 'Gemeinschaftsgartenbewässerungsplanungstreffen',
  longSentence:
    'We meet on the first Saturday of the month, bring what we have, repair what is broken, and stay until the last pot of tea is empty, whatever the weather says about it.',
  arabicTitle: 'دائرة البستان المشترك',
  arabicText: 'نلتقي كل يوم سبت لنزرع ونطبخ ونتحدث، والجميع مرحب بهم.',
  circle: {
    name: 'Roof Garden Collective',
    description: 'Seeds, soup and Saturday mornings. We look after three roofs and one very old fig tree.',
  },
  empty: {
    title: 'No frens yet',
    description: 'Say hello to somebody who likes what you like.',
    action: 'Find frens',
  },
  error: {
    title: 'We couldn’t load the circles',
    description: 'Your circles and messages are safe. Check your connection and try again.',
    retry: 'Try again',
  },
} as const;

const values = (
  warmth: number,
  service: number,
  creativity: number,
  wisdom: number,
  adventure: number,
): TraitValues => ({
  warmth,
  service,
  creativity,
  wisdom,
  adventure,
});

/** Pandas covering every leading trait. */
export const pandas: readonly { id: string; name: string; traits: TraitValues; score: number }[] = [
  { id: 'panda-01', name: 'Gentle Hearth', traits: values(92, 61, 44, 30, 22), score: 50 },
  { id: 'panda-02', name: 'Kind Forest', traits: values(55, 88, 30, 47, 61), score: 132.4 },
  { id: 'panda-03', name: 'Dreaming Tide', traits: values(40, 33, 94, 58, 52), score: 287.1 },
  { id: 'panda-04', name: 'Quiet Summit', traits: values(35, 52, 48, 90, 27), score: 441.9 },
  { id: 'panda-05', name: 'Bold Summit', traits: values(28, 44, 62, 35, 93), score: 612.3 },
  { id: 'panda-06', name: 'Gentle Tide', traits: values(86, 25, 71, 40, 58), score: 804.8 },
  { id: 'panda-07', name: 'Kind Hearth', traits: values(70, 90, 52, 20, 31), score: 999.9 },
  { id: 'panda-08', name: 'Quiet Forest', traits: values(44, 60, 31, 83, 72), score: 75.5 },
];
