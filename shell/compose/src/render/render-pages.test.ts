import { execFileSync } from 'node:child_process';
import { setTimeout } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { composeVersions } from '../compose-versions.ts';
import { RemoteDescriptor } from '../model/composition.ts';
import { promote } from '../promote.ts';
import { quarantine } from '../quarantine.ts';
import { rollBackRemote } from '../roll-back-remote.ts';
import { receiptFile } from '../store/receipt-file.ts';
import { pagesFolder, readPages, renderFile } from '../store/rendered-pages.ts';
import { exampleSite } from '../testing/example-site.ts';
import { type StoreOfVersions, storeOfVersions } from '../testing/store-of-versions.ts';
import { renderPages } from './render-pages.ts';
import { findIsolationGap } from './run-renderer.ts';

// What renders, and what may not: by builds that no bundler made.

let versions: StoreOfVersions;
beforeEach(async () => {
  versions = await storeOfVersions();
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await versions.remove();
});

/** A shell whose pages say what the remote says of them. */
const shellBuild = `
  exports.provided = { react: { version: '19' } };
  exports.renderPage = async (page, remote) => {
    const said = remote ? await remote.say(page) : '<h1>' + page.brand.site + '</h1>';
    const { html = said, title = 'T' } = said;
    return { html, title, description: 'D', failures: [] };
  };`;
const shell = (version = '1') => versions.shell(version, ['useSession'], { [renderFile]: shellBuild });
const remote = (name: string, code: string, version = '1') =>
  versions.remote(name, version, {}, { [renderFile]: code });
const target = () => ({ store: versions.store, environment: 'live', author: { who: 'ada', why: null } });

it("renders every public page in every language, and a remote's again when it changes", async () => {
  const quiz = await remote(
    'mf-quiz',
    "exports.say = ({ language }) => new URLSearchParams().get('tab') ?? '<h1>Quiz ' + language + '</h1>';",
  );
  const panda = await remote('mf-panda', "exports.say = ({ pathname }) => '<h1>' + pathname + '</h1>';");
  const host = await shell();
  await promote(target(), { versions: [host, quiz, panda] }, {});
  const { store } = versions;
  const before = composeVersions(null, { versions: [host, quiz, panda] });
  expect((await readPages(store, before, 'mf-quiz'))?.pages).toEqual({
    '/quiz': {
      en: { html: '<h1>Quiz en</h1>', title: 'T', description: 'D', reads: ['tab'] },
      es: { html: '<h1>Quiz es</h1>', title: 'T', description: 'D', reads: ['tab'] },
    },
  });
  expect(Object.keys((await readPages(store, before, 'shell'))?.pages ?? {})).toEqual([
    '/',
    '/backup',
    '/404',
    '/v2/404',
  ]);

  const next = await remote('mf-quiz', "exports.say = () => '<h1>Another quiz</h1>';", '2');
  const said: string[] = [];
  await promote({ ...target(), say: (line) => said.push(line) }, { versions: [next] }, {});
  // Storing the same pages anew would leave nothing else to see.
  expect(said).toEqual([expect.stringMatching(/^Rendered the pages of mf-quiz in \d+\.\d s$/)]);
  const after = composeVersions(before, { versions: [next] });
  expect((await readPages(store, after, 'mf-quiz'))?.pages['/quiz']?.en?.html).toBe('<h1>Another quiz</h1>');
  expect(pagesFolder(exampleSite, after, 'mf-panda')).toBe(pagesFolder(exampleSite, before, 'mf-panda'));
  expect(await store.files.list('pages/mf-panda')).toHaveLength(1);
});

it('renders a page with a parameter once for all of them, which it may not show', async () => {
  const paths = ['/quiz/:id', '/quiz/:id/:part', '/own/:id', '/mine/:id'].map((path, at) => ({
    path,
    access: at < 2 ? ('public' as const) : ('member' as const),
  }));
  const descriptor = RemoteDescriptor.parse({
    name: 'mf-quiz',
    platform: 1,
    area: { en: 'Quiz', es: 'Test' },
    paths,
  });
  const say = (shown: string) => `exports.say = ({ pathname }) => pathname.startsWith('/mine')
    ? '<a href="' + pathname + '">Mine</a>' : { html: '<p>${shown}</p>', title: '' };`;
  const [host, quiz] = [
    await shell(),
    await versions.remote('mf-quiz', '1', { descriptor }, { [renderFile]: say('…') }),
  ];
  const composition = composeVersions(null, { versions: [host, quiz] });
  expect(await renderPages(versions.store, composition)).toEqual([]);
  const pages = (await readPages(versions.store, composition, 'mf-quiz'))?.pages ?? {};
  expect(Object.keys(pages)).toEqual(['/quiz/:id', '/own/:id']);
  const telling = say("' + pathname + '");
  const other = await versions.remote('mf-quiz', '2', { descriptor }, { [renderFile]: telling });
  const misfits = await renderPages(versions.store, composeVersions(null, { versions: [host, other] }));
  expect(misfits).toContain(
    'mf-quiz 2 cannot render /quiz/:id (en): it shows the parameter of its address, which is not known yet',
  );
});

/** What pages do with their query, by path, and which names of it they read. */
const readers = {
  '/copies': ['String(new URLSearchParams(params))', ['*']],
  '/counts': ['params.size', ['*']],
  '/goes-through': ['[...params.keys()]', ['*']],
  '/makes-its-own': ["String(new URLSearchParams({ q: 'a' }))", []],
  '/asks': ["params.get('q')", ['q']],
} as const;

it('records the query parameters that a page reads', async () => {
  const descriptor = RemoteDescriptor.parse({
    name: 'mf-quiz',
    platform: 1,
    area: { en: 'Quiz', es: 'Test' },
    paths: Object.keys(readers).map((path) => ({ path, access: 'public' })),
  });
  const pages = Object.entries(readers).map(([path, [code]]) => `'${path}': (params) => ${code}`);
  const build = `
    const pages = { ${pages.join()} };
    exports.say = ({ pathname }) => { pages[pathname](new URLSearchParams('')); return ''; };`;
  const quiz = await versions.remote('mf-quiz', '1', { descriptor }, { [renderFile]: build });
  const composition = composeVersions(null, { versions: [await shell(), quiz] });
  expect(await renderPages(versions.store, composition)).toEqual([]);
  const rendered = (await readPages(versions.store, composition, 'mf-quiz'))?.pages;
  for (const [path, [, reads]] of Object.entries(readers))
    expect(rendered?.[path]?.en?.reads, path).toEqual(reads);
});

it('renders a page for each declared query, if the shell supports queries', async () => {
  const descriptor = RemoteDescriptor.parse({
    name: 'mf-quiz',
    platform: 1,
    area: { en: 'Quiz', es: 'Test' },
    paths: [{ path: '/quiz', access: 'public', queries: ['tab=b', 'invite='] }],
  });
  const say = "exports.say = ({ query }) => '<h1>Quiz ' + query + '</h1>';";
  const quiz = await versions.remote('mf-quiz', '1', { descriptor }, { [renderFile]: say });
  const answers = [
    [shellBuild, ['/quiz'], undefined],
    [
      shellBuild
        .replace("title = 'T'", "title = 'T', query = page.query")
        .replace('html, title', 'html, query, title'),
      ['/quiz', '/quiz?tab=b', '/quiz?invite='],
      '<h1>Quiz tab=b</h1>',
    ],
  ] as const;
  for (const [at, [build, addresses, html]] of answers.entries()) {
    const host = await versions.shell(`${at}`, [], { [renderFile]: build });
    const composition = composeVersions(null, { versions: [host, quiz] });
    expect(await renderPages(versions.store, composition)).toEqual([]);
    const pages = (await readPages(versions.store, composition, 'mf-quiz'))?.pages ?? {};
    expect(Object.keys(pages)).toEqual(addresses);
    expect(pages['/quiz?tab=b']?.es?.html).toBe(html);
  }
});

/** Takes an error of the outer realm from where the stack ends. */
const outerError = `
  const isOuter = (error) => error.constructor.constructor !== Function;
  const atTheEndOfTheStack = (act) => {
    let found;
    const recur = () => {
      try { recur(); if (!found) act(); } catch (error) { if (isOuter(error)) found ??= error; }
    };
    recur();
    return found;
  };`;
/** Pages of one remote, by path, and why they are refused. */
const bad = {
  '/files': ["() => require('node:fs') && ''", 'The build of the remote needs node:fs'],
  '/process': ["() => '<p>' + process.env.HOME + '</p>'", 'process is not defined'],
  '/network': ["() => { void fetch('/api/user'); return ''; }", 'fetch is not defined'],
  '/code': [
    "() => URL.constructor.constructor('return process')().version",
    'Code generation from strings disallowed',
  ],
  '/stack': [
    "() => atTheEndOfTheStack(() => new Error().stack).constructor.constructor('return process')().version",
    'Code generation from strings disallowed',
  ],
  '/address': [
    "() => { if (atTheEndOfTheStack(() => URL.canParse('/'))) return ''; throw Error('no outer error'); }",
    'no outer error',
  ],
  '/prototype': [
    "() => { 'use strict'; atTheEndOfTheStack(() => new Error().stack).constructor.prototype.__proto__.__proto__.toJSON = 1; }",
    'object is not extensible',
  ],
  '/neighbour': ["() => { globalThis.left ??= 0; return '<p>' + globalThis.left++; }", 'differs on repeat'],
  '/clock': ["() => '<p>' + new Date().getFullYear() + '</p>'", 'differs on repeat'],
  '/format': [
    "() => new Intl.DateTimeFormat('en', { dateStyle: 'full', timeZone: 'UTC' }).format()",
    'differs on repeat',
  ],
  '/parts': [
    "() => JSON.stringify(new Intl.DateTimeFormat('en', { timeZone: 'UTC' }).formatToParts())",
    'differs on repeat',
  ],
  '/date': ['() => Date()', 'differs on repeat'],
  '/ancestor': ['() => String(new (Object.getPrototypeOf(Date))())', 'is not a constructor'],
  '/constructor': ['() => String(new (new Date(0).constructor)().getFullYear())', 'differs on repeat'],
  '/zone': ['() => String(new Date(0).getHours())', 'differs on repeat'],
  '/chance': ["() => '<p>' + Math.random() + '</p>'", 'differs on repeat'],
  '/waiting': ['() => \'<!--$?--><template id="B:0"></template><!--/$-->\'', 'has not loaded'],
  '/style': ['() => \'<p class="mf-bad-bare"></p>\'', 'its class mf-bad-bare has no style'],
  '/prefix': ['() => \'<p class="mf-bad-styled mf-bad-style"></p>\'', 'its class mf-bad-style has no style'],
  '/refresh': ['() => \'<META http-equiv="refresh" content="0;url=//elsewhere.example">\'', 'has <META>'],
  '/form': [
    '() => \'<form action="/&#x2F;elsewhere.example">\'',
    'has a target that is no path of this site',
  ],
  '/name': ['({ brand }) => brand.site.toLowerCase()', "changes the case of the site's name"],
  '/throwing': ["function Quiz() { throw new Error('no window'); }", 'no window'],
} as const;
const importBuild = `
  void (async () => {
    try { await import('x'); } catch (error) { error.constructor.constructor('return process')(); }
  })();
  exports.say = () => '';`;
/** Answers in place of what takes its pages out of the context. */
const answering = (take: string) => `globalThis.rendering.take = ${take}; exports.say = () => '';`;
const clockBuild = `exports.say = ${bad['/clock'][0]};`;

it('refuses, by name, pages that are not reproducible or need more than the sandbox has', async () => {
  const host = await shell();
  const form = '<form action="/groups?all">';
  const good = await remote('mf-good', `exports.say = () => '${form}' + typeof globalThis.left;`);
  const pages = Object.entries(bad).map(([path, [code]]) => `'${path}': ${code}`);
  const descriptor = RemoteDescriptor.parse({
    name: 'mf-bad',
    platform: 1,
    area: { en: 'Bad', es: 'Mal' },
    paths: Object.keys(bad).map((path) => ({ path, access: 'public' })),
  });
  const build = `${outerError} const pages = { ${pages.join()} }; exports.say = (page) => pages[page.pathname](page);`;
  const routes = Object.fromEntries(Object.keys(bad).map((path) => [path, []]));
  const files = { entry: 'entry.js', exposed: ['exposed.js', 'bad.css'], routes, texts: {} };
  const misfit = await versions.remote(
    'mf-bad',
    '1',
    { descriptor, files },
    { [renderFile]: build, 'bad.css': '.mf-bad-styled{color:red}' },
  );
  const number = await remote('mf-number', 'exports.say = () => 5;');
  const wrong = await remote('mf-wrong', answering(`() => '{"failures":[0]}'`));
  const thrown = await remote('mf-thrown', answering('() => { throw { toString: null }; }'));
  const importing = await remote('mf-import', importBuild);
  const composition = composeVersions(null, {
    versions: [host, good, misfit, number, wrong, thrown, importing],
  });
  const misfits = await renderPages(versions.store, composition);
  for (const [path, [, reason]] of Object.entries(bad)) {
    const own = misfits.filter((sentence) => sentence.startsWith(`mf-bad 1 cannot render ${path} (`));
    expect(own, path).toHaveLength(2);
    expect(own.join(), path).toContain(reason);
  }
  for (const name of ['mf-number', 'mf-wrong'])
    expect(misfits).toContain(`${name} 1 cannot be rendered: it gives an invalid answer`);
  for (const language of ['en', 'es']) {
    expect(misfits).toContain(`mf-thrown 1 cannot render /thrown (${language}): throws what says nothing`);
    expect(misfits).toContain(
      `mf-import 1 cannot render /import (${language}): rejects a promise that nothing handles`,
    );
  }
  expect(misfits).toHaveLength(2 * Object.keys(bad).length + 2 + 4);
  for (const { name } of [misfit, number, wrong, thrown, importing])
    expect(await readPages(versions.store, composition, name)).toBeNull();
  // No remote sees what another has left.
  expect((await readPages(versions.store, composition, 'mf-good'))?.pages['/good']?.en?.html).toBe(
    `${form}undefined`,
  );
});

const elsewhere = 'has a target that is no path of this site';
const unlike = 'its HTML is not as React writes it';

const forms: [html: string, reason: string | null][] = [
  ['<p>A call to action=love</p>', null],
  ['<a href="/" aria-label="Back x action=y">Back</a>', null],
  ['<p title="The &quot; formaction=y" hidden="">It&#x27;s /action=z &lt;form action=y&gt;</p>', null],
  ['<!DOCTYPE html><style>@media (width < 9px) { a>b { } }</style><!--$--><br/><!-- -->', null],
  ['<form data-action="x" action="/groups?all"><button formAction="/"></button></form>', null],
  ['<form action="https://evil.example">', elsewhere],
  ['<form title="a" ACTION="//evil.example">', elsewhere],
  ['<button formaction="https://evil.example">', elsewhere],
  ['<BUTTON FORMACTION="">', elsewhere],
  ['<button formaction=https://evil.example>', unlike],
  ["<button formaction='https://evil.example'>", unlike],
  ['<form\naction="https://evil.example">', unlike],
  ['<form title="a"\n\taction = "https://evil.example">', unlike],
  ['<form/action="https://evil.example">', unlike],
  ['<form title="a"action="https://evil.example">', unlike],
  ['<p title="<form action=//evil.example>">', unlike],
  ['<textarea><p title="</textarea><form action=//evil.example>">', unlike],
  ['<style><!-- </style><form action=//evil.example> --></style>', unlike],
  ['<!--><form action=//evil.example>-->', unlike],
  ['<!--a--!><form action=//evil.example>-->', unlike],
  ['<![CDATA[><form action=//evil.example>]]>', unlike],
  ['<form action="//evil.example"', unlike],
  [`<p${' a="b'.repeat(90_000)}`, unlike],
  [`<p${' a'.repeat(200_000)}=`, unlike],
];

it('checks targets of forms in attributes, not in text', async () => {
  // All of them in one process.
  const descriptor = RemoteDescriptor.parse({
    name: 'mf-forms',
    platform: 1,
    area: { en: 'Forms', es: 'Formularios' },
    paths: forms.map((_form, index) => ({ path: `/form-${index}`, access: 'public' })),
  });
  const build = `
    const pages = ${JSON.stringify(forms.map(([html]) => html))};
    exports.say = ({ pathname }) => pages[pathname.slice('/form-'.length)];`;
  const made = await versions.remote('mf-forms', '1', { descriptor }, { [renderFile]: build });
  const composition = composeVersions(null, { versions: [await shell(), made] });
  const misfits = await renderPages(versions.store, composition);
  const reasonOf = (index: number, language: string) => {
    const start = `mf-forms 1 cannot render /form-${index} (${language})`;
    const fault = misfits.find((sentence) => sentence.startsWith(start)) ?? null;
    return [elsewhere, unlike].find((reason) => fault?.includes(reason)) ?? fault;
  };
  for (const [index, [html, reason]] of forms.entries())
    for (const language of ['en', 'es']) expect(reasonOf(index, language), html.slice(0, 100)).toBe(reason);
  expect(misfits).toHaveLength(2 * forms.filter(([, reason]) => reason !== null).length);
});

it('leaves pages to browsers, and says so, if the renderer cannot be isolated', async () => {
  const changes = {
    versions: [await shell(), await remote('mf-quiz', "exports.say = () => '<h1>Quiz</h1>';")],
  };
  const receipt = receiptFile('mf-quiz', '1');
  await versions.store.files.replace(receipt, '<table></table>');
  vi.stubEnv('PATH', '/nowhere');
  vi.stubEnv('RENDER_UNISOLATED', '');
  const said: string[] = [];
  await promote({ ...target(), say: (line) => said.push(line) }, changes, {});
  const sentence = /Public pages are left to browsers, .* cannot be isolated here: spawn unshare ENOENT/;
  expect(said).toEqual([expect.stringMatching(sentence)]);
  expect(String(await versions.store.files.read(receipt))).toMatch(sentence);
  expect(await findIsolationGap()).toMatch(sentence);
  const composition = composeVersions(null, changes);
  expect(await readPages(versions.store, composition, 'mf-quiz')).toBeNull();
  // Once more, where it can be, or where all builds are trusted.
  vi.stubEnv('RENDER_UNISOLATED', 'true');
  expect(await promote(target(), changes, {})).toBeNull();
  expect((await readPages(versions.store, composition, 'mf-quiz'))?.pages['/quiz']?.en?.html).toContain(
    'Quiz',
  );
});

it('refuses to promote unrenderable pages, or leaves them to browsers on request', async () => {
  const host = await shell();
  const quiz = await remote('mf-quiz', clockBuild);
  const changes = { versions: [host, quiz] };
  await expect(promote(target(), changes, {})).rejects.toMatchObject({
    kind: 'misfit',
    reasons: [
      expect.stringContaining('mf-quiz 1 cannot render /quiz (en): differs on repeat'),
      expect.stringContaining('/quiz (es)'),
    ],
  });
  expect(await versions.store.liveId()).toBeNull();
  const receipt = receiptFile('mf-quiz', '1');
  await versions.store.files.replace(receipt, '<table></table>');
  await promote(target(), changes, {}, { withoutRendering: true });
  expect(String(await versions.store.files.read(receipt))).toBe(
    '<table><tr><th scope="row">Rendering</th><td>left to browsers (--without-rendering) by ada</td></tr>\n</table>',
  );
  // Once more it is live already, and stays with browsers.
  expect(await promote(target(), changes, {})).toBeNull();
  expect(await versions.store.liveId()).not.toBeNull();
  expect(await readPages(versions.store, composeVersions(null, changes), 'mf-quiz')).toEqual({ pages: {} });
});

it("renders members' pages that do not depend on the member, and leaves others to browsers", async () => {
  const paths = ['/news', '/mine', '/nothing'].map((path) => ({ path, access: 'member' as const }));
  const descriptor = RemoteDescriptor.parse({
    name: 'mf-quiz',
    platform: 1,
    area: { en: 'Quiz', es: 'Test' },
    paths: [{ path: '/quiz', access: 'public' }, ...paths],
  });
  const build = `
    const pages = {
      '/quiz': () => '<h1>Quiz</h1>',
      '/news': () => '<h1>News</h1>',
      '/mine': () => { throw new TypeError('there is no user') },
      '/nothing': () => ({ html: '', title: '' }),
    };
    exports.say = ({ pathname }) => pages[pathname]();`;
  const quiz = await versions.remote('mf-quiz', '1', { descriptor }, { [renderFile]: build });
  const receipt = receiptFile('mf-quiz', '1');
  await versions.store.files.replace(receipt, '<table></table>');
  const changes = { versions: [await shell(), quiz] };
  await promote(target(), changes, {});
  const composition = composeVersions(null, changes);
  const pages = (await readPages(versions.store, composition, 'mf-quiz'))?.pages ?? {};
  expect(Object.keys(pages)).toEqual(['/quiz', '/news']);
  expect(String(await versions.store.files.read(receipt))).toContain(
    'left to browsers: mf-quiz 1 cannot render /mine (en): exports: TypeError: there is no user',
  );
});

it('refuses a shell whose own pages fail', async () => {
  const build = shellBuild.replace(
    "'<h1>' + page.brand.site",
    "page.pathname === '/backup' ? fail() : '<h1>' + page.brand.site",
  );
  const host = await versions.shell('1', ['useSession'], { [renderFile]: build });
  expect(await renderPages(versions.store, composeVersions(null, { versions: [host] }))).toEqual(
    ['en', 'es'].map((language) =>
      expect.stringMatching(`^shell 1 cannot render /backup \\(${language}\\): .*fail is not defined`),
    ),
  );
});

it('keeps pages left to browsers when other versions change', async () => {
  const quiz = await remote('mf-quiz', clockBuild);
  await promote(target(), { versions: [await shell(), quiz] }, {}, { withoutRendering: true });
  const next = [await shell('2'), await remote('mf-panda', "exports.say = () => '<h1>Panda</h1>';")];
  expect(await promote(target(), { versions: next }, {})).not.toBeNull();
  const composition = composeVersions(null, { versions: [quiz, ...next] });
  expect(await readPages(versions.store, composition, 'mf-quiz')).toEqual({ pages: {} });
  expect((await readPages(versions.store, composition, 'mf-panda'))?.pages['/panda']?.es?.html).toContain(
    'Panda',
  );
});

it('renders versions that a rollback or a quarantine combines for the first time', async () => {
  const saying = (text: string) => `exports.say = () => '<h1>${text}</h1>';`;
  const live = async () => {
    const composition = await versions.store.composition((await versions.store.liveId()) ?? '');
    return (await readPages(versions.store, composition, 'mf-quiz'))?.pages['/quiz']?.en?.html;
  };
  const go = async (made: Awaited<ReturnType<typeof shell>>) => promote(target(), { versions: [made] }, {});
  await promote(target(), { versions: [await shell(), await remote('mf-quiz', saying('One'))] }, {});
  await go(await remote('mf-quiz', saying('Two'), '2'));
  await go(await shell('2'));
  await rollBackRemote(target(), { part: 'mf-quiz' });
  expect(await live()).toBe('<h1>One</h1>');
  await go(await remote('mf-quiz', saying('Three'), '3'));
  await go(await shell('3'));
  await quarantine(target(), 'mf-quiz@3', { visits: 9, failures: { 'REMOTE-104': 9 } });
  expect(await live()).toBe('<h1>One</h1>');
});

it('keeps the live composition if the renderer is killed', async () => {
  await promote(
    target(),
    { versions: [await shell(), await remote('mf-quiz', "exports.say = () => '';")] },
    {},
  );
  const id = await versions.store.liveId();
  const next = await remote('mf-quiz', 'exports.say = () => { for (;;); };', '2');
  const promotion = promote(target(), { versions: [next] }, {}).catch(String);
  for (let pids: string[] = []; pids.length === 0; await setTimeout(20)) {
    try {
      pids = execFileSync('pgrep', ['-P', String(process.pid), '-f', 'fillSandbox'])
        .toString()
        .trim()
        .split('\n');
    } catch {
      // Not there yet.
    }
    // Its whole group: what it has just begun to isolate would go on without it, for the 40 s that its pages may take.
    for (const pid of pids) process.kill(-Number(pid), 'SIGKILL');
  }
  expect(await promotion).toContain(
    'mf-quiz 2 cannot be rendered: it ends the process that renders (SIGKILL)',
  );
  expect(await versions.store.liveId()).toBe(id);
});
