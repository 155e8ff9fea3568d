import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { SiteDefinition } from '../model/site-definition.ts';
import { Refusal } from '../refusal.ts';

/** Texts by their keys, nested as in a file of texts. */
interface Texts {
  [key: string]: string | Texts;
}

/** Flattens texts to pairs of full key and text. */
export function flatTexts(texts: Texts, prefix = ''): [key: string, text: string][] {
  return Object.entries(texts).flatMap(([name, value]): [string, string][] =>
    typeof value === 'string' ? [[prefix + name, value]] : flatTexts(value, `${prefix}${name}.`),
  );
}

/** Strips the plural suffix of a key: languages have different plural forms. */
export const withoutPlural = (key: string): string => key.replace(/_(zero|one|two|few|many|other)$/, '');
/** The site's names, which any text may use or omit. */
const brand = ['site', 'product'];
const gapsOf = (text = '') =>
  [...text.matchAll(/\{\{\s*(\w+)/g)]
    .map(([, gap = '']) => gap)
    .filter((gap) => !brand.includes(gap))
    .sort();

/**
 * Compares the texts of a language with those of the first one: missing keys of a complete language, unknown keys, different interpolations, missing
 * plural forms and empty texts, one sentence each.
 */
export function textMisfits(
  { languages: [first], completeLanguages }: SiteDefinition,
  texts: Texts,
  base: Texts,
  language: string,
): string[] {
  const [own, other] = [texts, base].map((one) => new Map(flatTexts(one))) as [
    Map<string, string>,
    Map<string, string>,
  ];
  const purposes = new Set([...own.keys()].map(withoutPlural));
  const wanted = new Set([...other.keys()].map(withoutPlural));
  const { pluralCategories } = new Intl.PluralRules(language).resolvedOptions();
  return [
    ...(completeLanguages.includes(language) ? [...wanted] : [])
      .filter((key) => !purposes.has(key))
      .map((key) => `lacks ${key}`),
    ...[...purposes].filter((key) => !wanted.has(key)).map((key) => `has ${key}, which nothing asks for`),
    ...[...own].flatMap(([key, text]) => {
      const whole = withoutPlural(key);
      const twin = other.get(key) ?? other.get(`${whole}_other`);
      // The singular may omit the number.
      const isSame =
        key.endsWith('_one') || twin === undefined || gapsOf(text).join() === gapsOf(twin).join();
      const forms = key.endsWith('_other') ? pluralCategories.map((form) => `${whole}_${form}`) : [];
      return [
        ...(text.trim() === '' ? [`says nothing for ${key}`] : []),
        ...(isSame ? [] : [`fills other values into ${key} than ${first}.json`]),
        ...forms.filter((form) => !own.has(form)).map((form) => `lacks the plural form ${form}`),
      ];
    }),
  ];
}

/**
 * Refuses a workspace whose texts are incomplete.
 *
 * @throws Refusal that names each file and key
 */
export async function refuseTexts(site: SiteDefinition, name: string, dir: string): Promise<void> {
  const [first] = site.languages;
  const folder = path.join(dir, 'locales');
  // Skips hidden files of editors and file systems (`.#es.json`, `._es.json`).
  const files = (await readdir(folder, { recursive: true }).catch(() => [])).filter(
    (file) => !path.basename(file).startsWith('.'),
  );
  const reasons: string[] = [];
  for (const file of files.filter((one) => path.basename(one) === `${first}.json`)) {
    const read = async (language: string): Promise<Texts> =>
      JSON.parse(await readFile(path.join(folder, path.dirname(file), `${language}.json`), 'utf8')) as Texts;
    const base = await read(first);
    const spoken = files
      .filter((one) => path.dirname(one) === path.dirname(file) && one.endsWith('.json'))
      .map((one) => path.basename(one, '.json'));
    for (const language of new Set([...site.completeLanguages, ...spoken])) {
      const where = path.join(name, 'locales', path.dirname(file), `${language}.json`);
      const texts = await read(language).catch(
        (cause: unknown) => void reasons.push(`${where}: ${String(cause)}`),
      );
      if (texts)
        reasons.push(...textMisfits(site, texts, base, language).map((sentence) => `${where} ${sentence}`));
    }
  }
  if (reasons.length > 0)
    throw new Refusal('misfit', 'Nothing was published, because of its texts:', reasons);
}
