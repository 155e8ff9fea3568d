import { foldText } from '@frens/contract/search-text';

/** What people guess first on this site, and what many write in Spanish without a space, which no list of words has. */
const ofOurOwn = [
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
/** D7: how many of the commonest passwords are refused, whatever they are. */
const refused = 3000;
/** Of the others that are in use, those that are among so many Spanish words, or first names. */
const spanishWords = 10_000;
/** Shorter names of members are in too many passwords by chance. */
const shortestName = 3;

/** Who chooses a password, as far as it is known: what they are called is the first that anybody would try. */
export interface PasswordOwner {
  username?: string | null;
  email?: string;
  /** What everybody sees. */
  name?: string | null;
  /** The name of the site, which its operator chooses. */
  site?: string;
}

/** Signs and digits that stand for a letter. */
const stands: Record<string, string> = {
  '@': 'a',
  '4': 'a',
  '3': 'e',
  '1': 'i',
  '0': 'o',
  '5': 's',
  $: 's',
  '7': 't',
};
/** What is typed along, up and down; digits twice, because many go on after the nine. */
const rows = ['01234567890123456789', 'abcdefghijklmnopqrstuvwxyz'].flatMap((row) => [
  row,
  [...row].toReversed().join(''),
]);

let common: Promise<Set<string>> | undefined;

/** Read when the first password is set: the lists take a sixth of a second, which the start of a server has no time for. */
async function readLists(): Promise<Set<string>> {
  const [{ dictionary: used }, { dictionary: spanish }] = await Promise.all([
    import('@zxcvbn-ts/language-common'),
    import('@zxcvbn-ts/language-es-es'),
  ]);
  // The lists are in the order of how often each is used.
  const passwords = words(used['passwords-common']);
  const known = new Set([
    ...words(spanish['commonWords-es-es']).slice(0, spanishWords),
    ...words(spanish['firstnames-es-es']),
  ]);
  const inSpanish = passwords.slice(refused).filter((password) => known.has(password));
  return new Set([...passwords.slice(0, refused), ...inSpanish, ...words(ofOurOwn)]);
}

function words(list: readonly (string | number)[] = []): string[] {
  return list.map((word) => foldText(String(word)));
}

/**
 * Whether a password is among the first that anybody would try (D7, D12), here or for this member: also in capitals, without its accents,
 * said twice, and with numbers or signs around it.
 */
export async function isCommonPassword(password: string, owner: PasswordOwner = {}): Promise<boolean> {
  common ??= readLists().catch((error: unknown) => {
    // The next one reads them again.
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

/** One to three characters over and over, or letters or digits in their order: common, but in no list, because estimators know them by rule. */
function isPattern(text: string): boolean {
  if (/^(.{1,3}?)\1+$/u.test(text)) return true;
  return text !== '' && rows.some((row) => row.includes(text));
}

/** What is left of a password without what people put around a word, or into it, to make it pass. */
function formsOf(password: string): string[] {
  const folded = foldText(password.trim());
  const letters = squeeze(folded);
  const bare = letters.replace(/^\d+|\d+$/g, '');
  const spelled = squeeze([...folded].map((sign) => stands[sign] ?? sign).join(''));
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
