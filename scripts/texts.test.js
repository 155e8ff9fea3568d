import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { flatTexts, textMisfits, withoutPlural } from '@frens/compose/store';
import { site } from '@frens/contract/site';
import { describe, expect, it } from 'vitest';
import { completeLanguages as languages, partialLanguages } from '../api/contract/src/languages.ts';
import { createTexts } from '../shell/platform/src/i18n.ts';
import { trimLibrary } from './trim-library-loader.js';
import { i18next } from './trimmed-libraries.js';

// All texts of all workspaces, found by path: new remotes and files need no entry here.
const root = path.join(import.meta.dirname, '..');
/** Files below a folder, by their path from the root. */
const filesIn = (folder) =>
  existsSync(path.join(root, folder))
    ? readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' }).map((file) =>
        path.posix.join(folder, file),
      )
    : [];
const read = (file) => readFileSync(path.join(root, file), 'utf8');

const inOrder = (one, other) => one.localeCompare(other);

const parse = (file) => JSON.parse(read(file));
const textsOf = (file) => new Map(flatTexts(parse(file)));
const purposes = (texts) => [...new Set([...texts.keys()].map(withoutPlural))].toSorted(inOrder);

const workspaces = [
  'api/contract',
  'shell',
  'shell/members',
  ...readdirSync(root).filter((name) => name.startsWith('mf-')),
];
const files = workspaces.flatMap((workspace) =>
  filesIn(`${workspace}/locales`).filter((file) => file.endsWith('/en.json')),
);

it('finds texts in every workspace', () => {
  expect(workspaces.filter((workspace) => !files.some((file) => file.startsWith(`${workspace}/`)))).toEqual(
    [],
  );
});

it.each(files)('%s says everything in both languages, as the gate wants it', (file) => {
  const base = parse(file);
  for (const language of languages)
    expect(textMisfits(site, parse(file.replace(/en\.json$/, `${language}.json`)), base, language)).toEqual(
      [],
    );
});

it('has other languages where they are declared and only there, and says in them what there is in English', () => {
  const others = workspaces
    .flatMap((workspace) => filesIn(`${workspace}/locales`))
    .filter((file) => file.endsWith('.json'))
    .map((file) => ({ file, language: path.basename(file, '.json') }))
    .filter(({ language }) => !languages.includes(language));
  expect(others.filter(({ language }) => !partialLanguages.includes(language))).toEqual([]);
  // No language may be offered without texts.
  const spoken = others.map(({ language }) => language);
  expect(partialLanguages.filter((language) => !spoken.includes(language))).toEqual([]);
  for (const { file, language } of others)
    expect(textMisfits(site, parse(file), parse(path.join(path.dirname(file), 'en.json')), language)).toEqual(
      [],
    );
});

/** Words that the glossary replaces on screens (D66), or that are specific to one side of the Atlantic. */
const avoided = {
  en: /\b(some|any|every)body\b|\ba mail\b|\bmails\b|\b(this|the|your) mail\b|grow with|\b(yield|invest|earn|profit)s?\b|^retry$|could not be /i,
  es: /\.{3}|^introduce |igualmente|^reintentar$|cuestionario|respald|apuest|(?<!\p{L})(vosotros|os|ordenador|celular|(?!país)\p{L}+(áis|éis|ís))(?!\p{L})|(?<!(aún|todavía) no ((se|te|lo) )?|nunca )(?<!\p{L})(he|has|ha|hemos|han) \p{L}+(ad|id|t|ch)o(?!\p{L})/iu,
};

it.each([...files, 'api/src/mail/locales/en.json'])('%s keeps to the words of the glossary', (file) => {
  for (const language of languages) {
    const texts = textsOf(file.replace(/en\.json$/, `${language}.json`));
    expect([...texts].filter(([, text]) => avoided[language].test(text))).toEqual([]);
  }
});

it.each(files)('%s puts *de* between a million and what it counts, in Spanish', (file) => {
  const texts = textsOf(file.replace(/en\.json$/, 'es.json'));
  const millions = [...texts].filter(([key]) => key.endsWith('_many'));
  expect(
    millions.filter(([, text]) => /\{\{(count|shown)[^}]*\}\} (?!de |más|sin|por|ya)\p{L}/u.test(text)),
  ).toEqual([]);
});

it.each(files)('%s shows no number beside the one that chooses its plural', (file) => {
  for (const language of languages) {
    const texts = textsOf(file.replace(/en\.json$/, `${language}.json`));
    const plurals = [...texts].filter(([key]) => key !== withoutPlural(key));
    expect(plurals.filter(([, text]) => /\{\{(?!count)\w+, number\}\}/.test(text))).toEqual([]);
  }
});

// Types ensure that keys exist. The contract's keys come from its schemas and are checked with them.
const spoken = files.filter((file) =>
  /^(mf-[\w-]+\/|shell\/|shell\/members\/)locales\/(members\/|safety\/|notifications\/)?en\.json$/.test(file),
);

describe.each(spoken)('the code that speaks %s', (file) => {
  const [workspace] = file.split('/locales/');
  const texts = textsOf(file);
  const known = purposes(texts);
  const code = [...filesIn(`${workspace}/src`), ...filesIn(`${workspace}/platform/src`)]
    .filter((name) => /(?<!\.test|\.stories)\.tsx?$/.test(name))
    .map(read)
    .join('\n');
  const written = [...code.matchAll(/(['"])(?:[\w-]+:)?([a-zA-Z][\w-]*(?:\.[\w-]+)*)\1/g)].map(
    ([, , key]) => key,
  );
  // `traits.${name}` stands for every matching key.
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

it('reads the same with what pages have of i18next as with all of it', async () => {
  const source = readFileSync(fileURLToPath(import.meta.resolve('i18next')), 'utf8');
  const code = `data:text/javascript,${encodeURIComponent(trimLibrary(source, i18next))}`;
  const { createInstance } = await import(/* @vite-ignore */ code);
  const brand = { site: 'Frens', product: 'Fren' };
  const sites = [undefined, createInstance()].map((library) =>
    createTexts({ brand, language: 'es', library }),
  );
  const name = 'مريم {{site}} $t(shell:title) <b>&';
  const readings = sites.map(() => []);
  for (const file of files)
    for (const language of languages) {
      const texts = parse(file.replace(/en\.json$/, `${language}.json`));
      for (const [index, { i18n, add }] of sites.entries()) {
        await add(file, { [language]: async () => ({ default: texts }) });
        await i18n.changeLanguage(language);
        const t = i18n.namespace(file);
        for (const [key, text] of flatTexts(texts)) {
          const named = [...text.matchAll(/\{\{-?\s*(\w+)(, number)?/g)].map(([, one, isNumber]) => [
            one,
            isNumber ? 12_345 : name,
          ]);
          const counts = key === withoutPlural(key) ? [undefined] : [undefined, 0, 1, 2, 12_345, 1_000_000];
          for (const count of counts)
            readings[index].push(
              t(withoutPlural(key), { ...Object.fromEntries(named), ...(count !== undefined && { count }) }),
            );
        }
      }
    }
  for (const [index, { i18n }] of sites.entries())
    for (const keys of [['none', `${files[0]}:none`], 'none.here', files[0], ''])
      readings[index].push(i18n.t(keys, { count: 2, name }), i18n.exists(String(keys)));
  const [whole, trimmed] = readings;
  expect(trimmed).toEqual(whole);
  expect(new Set(whole).size).toBeGreaterThan(2_000);
});
