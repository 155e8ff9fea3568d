import { foldText } from '@frens/contract/search-text';

/** Words that attackers would guess first on this site, and common Spanish phrases written as one word, which no word list has. */
const siteWords = [
  'frens',
  'fren',
  'bamboo',
  'bambu',
  'panda',
  'matchmaker',
  'friend',
  'amigo',
  'amigos',
  'teamo',
  'tequiero',
  'tequieromucho',
  'miamor',
  'miclave',
  'micontraseña',
  'miprincesa',
  'teamomucho',
  'diosesamor',
  'jesuscristo',
  'guadalupe',
  'alejandra',
  'argentina',
  'realmadrid',
];
/** D7: how many of the most common passwords are refused outright. */
const refusedOutright = 3000;
/** Less common passwords are refused if they are one of this many common Spanish words, or a first name. */
const spanishWords = 10_000;
/** Shorter names occur in too many passwords by chance. */
const shortestName = 3;

/** What is known about a password's owner: attackers try names first. */
export interface PasswordOwner {
  username?: string | null;
  email?: string;
  /** The public name. */
  name?: string | null;
  /** The site's name, chosen by its operator. */
  site?: string;
}

/** Characters substituted for letters. */
const substitutions: Record<string, string> = {
  '@': 'a',
  '4': 'a',
  '3': 'e',
  '1': 'i',
  '0': 'o',
  '5': 's',
  $: 's',
  '7': 't',
};
/** Sequences, upwards and downwards; digits twice, because many continue after the nine. */
const rows = ['01234567890123456789', 'abcdefghijklmnopqrstuvwxyz'].flatMap((row) => [
  row,
  [...row].toReversed().join(''),
]);

let common: Promise<Set<string>> | undefined;

/** Loads the word lists when the first password is set: that takes a sixth of a second, too long for startup. */
async function readLists(): Promise<Set<string>> {
  const [{ dictionary: used }, { dictionary: spanish }] = await Promise.all([
    import('@zxcvbn-ts/language-common'),
    import('@zxcvbn-ts/language-es-es'),
  ]);
  // The lists are sorted by frequency.
  const passwords = words(used['passwords-common']);
  const known = new Set([
    ...words(spanish['commonWords-es-es']).slice(0, spanishWords),
    ...words(spanish['firstnames-es-es']),
  ]);
  const inSpanish = passwords.slice(refusedOutright).filter((password) => known.has(password));
  return new Set([...passwords.slice(0, refusedOutright), ...inSpanish, ...words(siteWords)]);
}

function words(list: readonly (string | number)[] = []): string[] {
  return list.map((word) => foldText(String(word)));
}

/**
 * Whether a password is among the first guesses of an attacker (D7, D12), on this site or for this member. Ignores case, accents,
 * repetition, and surrounding digits and punctuation.
 */
export async function isCommonPassword(password: string, owner: PasswordOwner = {}): Promise<boolean> {
  common ??= readLists().catch((error: unknown) => {
    // The next call retries.
    common = undefined;
    throw error;
  });
  const lists = await common;
  const own = namesOf(owner);
  return (
    isPattern(squeeze(foldText(password))) ||
    formsOf(password).some((form) => lists.has(form) || own.has(form))
  );
}

/** Repeated short groups and sequences: common, but missing in word lists, because strength estimators detect them by rule. */
function isPattern(text: string): boolean {
  if (/^(.{1,3}?)\1+$/u.test(text)) return true;
  return text !== '' && rows.some((row) => row.includes(text));
}

/** Variants of a password without the decoration that people add to a word to satisfy a rule. */
function formsOf(password: string): string[] {
  const folded = foldText(password.trim());
  const letters = squeeze(folded);
  const bare = letters.replace(/^\d+|\d+$/g, '');
  const spelled = squeeze([...folded].map((sign) => substitutions[sign] ?? sign).join(''));
  return [folded, letters, bare, spelled].flatMap((form) => [form, form.replace(/^(.{3,}?)\1+$/u, '$1')]);
}

function namesOf({ username, name, email = '', site }: PasswordOwner): Set<string> {
  const names = [
    username ?? '',
    name ?? '',
    ...(name ?? '').split(/\s+/),
    email,
    email.split('@')[0] ?? '',
    site ?? '',
  ];
  const forms = names.flatMap((name) => formsOf(name));
  return new Set(forms.filter((form) => form.length >= shortestName));
}

function squeeze(text: string): string {
  return text.replace(/[^\p{L}\p{N}]/gu, '');
}
