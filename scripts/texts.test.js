import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';

// Every text of every workspace, found by where it lies: a new remote or a new file of texts is checked without being named here.
const root = path.join(import.meta.dirname, '..');
const languages = ['en', 'es'];
/** The files below a folder of the repository, by their paths from its root. */
const filesIn = (folder) =>
  existsSync(path.join(root, folder))
    ? readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' }).map((file) =>
        path.posix.join(folder, file),
      )
    : [];
const read = (file) => readFileSync(path.join(root, file), 'utf8');

const inOrder = (one, other) => one.localeCompare(other);

/** Every key with its text. */
function flat(texts, prefix = '') {
  return Object.entries(texts).flatMap(([name, value]) =>
    typeof value === 'string' ? [[prefix + name, value]] : flat(value, `${prefix}${name}.`),
  );
}

const textsOf = (file) => new Map(flat(JSON.parse(read(file))));
/** The plural forms of one text count once, because languages have different ones. */
const withoutPlural = (key) => key.replace(/_(one|many|other)$/, '');
const purposes = (texts) => [...new Set([...texts.keys()].map(withoutPlural))].toSorted(inOrder);
const gapsOf = (text = '') => [...text.matchAll(/\{\{\s*(\w+)/g)].map(([, gap]) => gap).toSorted(inOrder);

const workspaces = ['api/contract', 'shell', ...readdirSync(root).filter((name) => name.startsWith('mf-'))];
const files = workspaces.flatMap((workspace) =>
  filesIn(`${workspace}/locales`).filter((file) => file.endsWith('/en.json')),
);

it('finds texts in every workspace', () => {
  expect(workspaces.filter((workspace) => !files.some((file) => file.startsWith(`${workspace}/`)))).toEqual(
    [],
  );
});

describe.each(files)('%s', (file) => {
  const [english, spanish] = languages.map((language) =>
    textsOf(file.replace(/en\.json$/, `${language}.json`)),
  );

  it('says everything in both languages, and fills in the same values', () => {
    expect(purposes(spanish)).toEqual(purposes(english));
    // The form for one may leave the number out.
    for (const [key, text] of [...spanish].filter(([name]) => !name.endsWith('_one'))) {
      const twin = english.get(key) ?? english.get(`${withoutPlural(key)}_other`);
      expect([key, gapsOf(text)]).toEqual([key, gapsOf(twin)]);
    }
  });

  it('has every plural form of its language, and no empty text', () => {
    for (const [language, texts] of [
      ['en', english],
      ['es', spanish],
    ]) {
      const { pluralCategories } = new Intl.PluralRules(language).resolvedOptions();
      const plural = [...texts.keys()].filter((key) => key.endsWith('_other')).map(withoutPlural);
      for (const key of plural) {
        for (const category of pluralCategories) expect([...texts.keys()]).toContain(`${key}_${category}`);
      }
      expect([...texts].filter(([, text]) => text.trim() === '')).toEqual([]);
    }
  });
});

/** Words that the glossary's table on the screens has another one for (D66), or that only one side of the Atlantic says. */
const avoided = {
  en: /\ba mail\b|\bmails\b|\b(this|the|your) mail\b|grow with|\b(yield|invest|earn|profit)s?\b|^retry$/i,
  es: /^reintentar$|cuestionario|respald|apuest|(?<!\p{L})(vosotros|os|ordenador|celular|(?!país)\p{L}+(áis|éis|ís))(?!\p{L})/iu,
};

it.each([...files, 'api/src/mail/locales/en.json'])('%s keeps to the words of the glossary', (file) => {
  for (const language of languages) {
    const texts = textsOf(file.replace(/en\.json$/, `${language}.json`));
    expect([...texts].filter(([, text]) => avoided[language].test(text))).toEqual([]);
  }
});

// That a key exists is a matter of types. The contract's keys are chosen by its schemas and checked with them.
const spoken = files.filter((file) => /^(mf-[\w-]+|shell)\/locales\/en\.json$/.test(file));

describe.each(spoken)('the code that speaks %s', (file) => {
  const workspace = file.split('/')[0];
  const texts = textsOf(file);
  const known = purposes(texts);
  const code = [...filesIn(`${workspace}/src`), ...filesIn(`${workspace}/platform/src`)]
    .filter((name) => /(?<!\.test|\.stories)\.tsx?$/.test(name))
    .map(read)
    .join('\n');
  const written = [...code.matchAll(/(['"])(?:[\w-]+:)?([a-zA-Z][\w-]*(?:\.[\w-]+)*)\1/g)].map(
    ([, , key]) => key,
  );
  // `traits.${name}` stands for every key that fits it.
  const composed = [...code.matchAll(/`(?:[\w-]+:)?((?:[\w.-]|\$\{[^}]*\})+)`/g)]
    .map(([, key]) => key)
    .filter((key) => key.includes('${') && key.includes('.'))
    .map(
      (key) =>
        new RegExp(
          `^${key
            .split(/\$\{[^}]*\}/)
            .map((part) => part.replaceAll('.', '\\.'))
            .join('[\\w.-]+')}$`,
        ),
    );

  it('leaves no text unused', () => {
    const used = new Set(written);
    const isUsed = (key) => used.has(key) || composed.some((pattern) => pattern.test(key));
    expect(known.filter((key) => !isUsed(key))).toEqual([]);
  });
});
