import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { current } from '@frens/contract/composed-pages';
import type { Composition } from '@frens/contract/composition';
import { languages } from '@frens/contract/languages';
import type { MadeVersion } from '../built-version.ts';
import { addToReceipt } from '../receipt-page.ts';
import { Refusal } from '../refusal.ts';
import type { Author } from '../store/history-entry.ts';
import {
  brandGaps,
  pageStyles,
  pagesFile,
  pagesFolder,
  type RenderedPage,
  readPages,
  readPublished,
  renderablePaths,
  renderedNames,
  renderFile,
} from '../store/rendered-pages.ts';
import { type SiteStore, shellName } from '../store/site-store.ts';

/** How long all of it may take, in milliseconds, unless told. */
const longestRendering = 120_000;

interface Job {
  name: string;
  version: string;
  /** The remote's build; null for the shell's own pages. */
  remote: string | null;
  pages: { pathname: string; language: string }[];
}

interface Answer extends RenderedPage {
  failures: { message: string; components: string }[];
}

/**
 * Renders the pages of a composition that were not rendered yet, and stores them: all of a remote's pages, or none where one of them fails.
 * Versions without a build for that, or whose files lie elsewhere, are left to browsers.
 *
 * @param options.say prints how long it took
 * @param options.patience how long it may take, in milliseconds
 * @returns one sentence for each page that failed
 * @throws when the process that renders ends early
 */
export async function renderPages(
  store: SiteStore,
  composition: Composition,
  {
    say = () => {},
    patience = longestRendering,
  }: { say?: ((line: string) => void) | undefined; patience?: number } = {},
): Promise<string[]> {
  const { host, apps } = composition;
  const shell = await readPublished(store, { version: host, file: renderFile });
  if (shell === null) return [];
  const jobs: Job[] = [];
  for (const name of renderedNames(composition)) {
    const paths = renderablePaths(composition, name);
    if (paths.length === 0 || (await isRendered(store, composition, name))) continue;
    const app = apps[name];
    const live = app ? current(app) : host;
    const remote = app ? await readPublished(store, { version: live, file: renderFile }) : null;
    if (app && remote === null) continue;
    const pages = paths.flatMap((pathname) => languages.map((language) => ({ pathname, language })));
    jobs.push({ name, version: live.version, remote, pages });
  }
  if (jobs.length === 0) return [];
  const started = performance.now();
  const answers = await runProcess(shell, composition, jobs, patience);
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  say(`Rendered the pages of ${jobs.map(({ name }) => name).join(', ')} in ${seconds} s`);
  const misfits: string[] = [];
  for (const [index, job] of jobs.entries()) {
    const own = answers[index] ?? [];
    const sentences: string[] = [];
    for (const [at, page] of job.pages.entries()) {
      const sheets = pageStyles(composition, job.name, page.pathname).map((sheet) =>
        readPublished(store, sheet),
      );
      sentences.push(...misfitsOf(job, page, own[at], (await Promise.all(sheets)).join('\n')));
    }
    misfits.push(...sentences);
    if (sentences.length > 0) continue;
    const pages: Record<string, Record<string, RenderedPage>> = {};
    for (const [at, { pathname, language }] of job.pages.entries()) {
      const { html = '', title = '', description = '' } = own[at] ?? {};
      pages[pathname] = { ...pages[pathname], [language]: { html, title, description } };
    }
    await store.files.create(pagesFolder(composition, job.name) + pagesFile, JSON.stringify({ pages }));
  }
  return misfits;
}

/**
 * Renders the pages of a composition. What browsers render in the one before stays with them, whoever changes another part of the site.
 *
 * @throws Refusal that names each page which cannot be rendered
 */
export async function refuseUnrendered(
  { store, say }: { store: SiteStore; say?: ((line: string) => void) | undefined },
  composition: Composition,
  before: Composition | null,
): Promise<void> {
  const versionIn = (one: Composition, name: string) => one.apps[name] && current(one.apps[name]).version;
  for (const name of before ? Object.keys(composition.apps) : []) {
    if (!before || versionIn(before, name) !== versionIn(composition, name)) continue;
    const pages = (await readPages(store, before, name))?.pages;
    if (pages && Object.keys(pages).length === 0) await leaveUnrendered(store, composition, [name]);
  }
  const misfits = await renderPages(store, composition, { say });
  if (misfits.length > 0)
    throw new Refusal(
      'misfit',
      'Nothing went live, because of pages that cannot be rendered (--without-rendering leaves them to browsers):',
      misfits,
    );
}

/** Leaves the pages of some versions to browsers, a shell's with all that it frames, and says so in their receipts. */
export async function leaveToBrowsers(
  { store, author }: { store: SiteStore; author: Author },
  composition: Composition,
  versions: readonly MadeVersion[],
): Promise<void> {
  const names = versions.map(({ name }) => name);
  await leaveUnrendered(store, composition, names.includes(shellName) ? renderedNames(composition) : names);
  const why = author.why === null ? '' : `: ${author.why}`;
  for (const { name, record } of versions)
    await addToReceipt(store, name, record.version, {
      label: 'Rendering',
      text: `left to browsers (--without-rendering) by ${author.who}${why}`,
    });
}

/** Leaves pages to browsers, wherever this composition is live. */
async function leaveUnrendered(
  store: SiteStore,
  composition: Composition,
  names: readonly string[],
): Promise<void> {
  for (const name of names)
    await store.files.replace(pagesFolder(composition, name) + pagesFile, JSON.stringify({ pages: {} }));
}

async function isRendered({ files }: SiteStore, composition: Composition, name: string): Promise<boolean> {
  return (await files.writtenAt(pagesFolder(composition, name) + pagesFile)) !== null;
}

function misfitsOf(
  { name, version }: Job,
  { pathname, language }: Job['pages'][number],
  answer: Answer | undefined,
  styles: string,
): string[] {
  const say = (what: string) => `${name} ${version} cannot render ${pathname} (${language}): ${what}`;
  if (!answer) return [say('nothing came of it')];
  const [failure] = answer.failures;
  if (failure) {
    const [, component] = /at (\w+)/.exec(failure.components) ?? [];
    return [say(component ? `${component}: ${failure.message}` : failure.message)];
  }
  // What a boundary shows instead of its children.
  if (/<!--\$[!?]-->|<template/.test(answer.html)) return [say('a part of it is still on its way')];
  // Its own words are put in later.
  const words = Object.values(brandGaps).reduce((html, gap) => html.replaceAll(gap, ''), answer.html);
  if (/\{\{|\}\}/.test(words))
    return [say("it changes the site's name, which is not known yet: a style can do that")];
  const prefix = new RegExp(`^(${shellName}|${name})-`);
  const bare = [...classesIn(answer.html)].find((one) => prefix.test(one) && !styles.includes(one));
  return bare ? [say(`its class ${bare} has no style`)] : [];
}

function classesIn(html: string): Set<string> {
  return new Set(Array.from(html.matchAll(/ class="([^"]*)"/g), ([, names = '']) => names.split(' ')).flat());
}

/** Runs the renderer, which gets texts and gives texts: no environment, no files, no other processes. */
async function runProcess(
  host: string,
  composition: Composition,
  jobs: readonly Job[],
  patience: number,
): Promise<Answer[][]> {
  const [sandbox, program] = await Promise.all(
    ['sandbox.js', 'render-process.js'].map((file) => readFile(path.join(import.meta.dirname, file), 'utf8')),
  );
  const permission = process.allowedNodeEnvironmentFlags.has('--permission')
    ? '--permission'
    : '--experimental-permission';
  const flags = [permission, '--no-warnings', '--max-old-space-size=512', '--input-type=module', '--eval'];
  const child = spawn(process.execPath, [...flags, `${sandbox?.replace('export ', '')}\n${program}`], {
    env: { TZ: 'UTC' },
    stdio: ['pipe', 'pipe', 'pipe'],
    timeout: patience,
    killSignal: 'SIGKILL',
  });
  const slim = withoutFiles(composition);
  const remotes = jobs.map(({ remote, pages }) => ({
    remote,
    pages: pages.map((page) => ({ ...page, brand: brandGaps, composition: slim })),
  }));
  const [out, err]: Buffer[][] = [[], []];
  child.stdout.on('data', (chunk) => out?.push(chunk));
  child.stderr.on('data', (chunk) => err?.push(chunk));
  // A process that has ended takes nothing; its end says so.
  child.stdin.on('error', () => {});
  child.stdin.end(JSON.stringify({ host, remotes }));
  const [code, signal] = await new Promise<[number | null, string | null]>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (...end) => resolve(end));
  });
  if (code !== 0)
    throw new Error(
      `Rendering ended early (${signal ?? code}): ${Buffer.concat(err ?? [])
        .toString()
        .slice(-2_000)}`,
    );
  return JSON.parse(Buffer.concat(out ?? []).toString());
}

/** What pages read of a composition while they render. */
function withoutFiles({ host, apps }: Composition): Composition {
  return {
    host: { version: host.version, base: host.base, integrity: {} },
    apps: Object.fromEntries(
      Object.entries(apps).map(([name, app]) => {
        const { version, mf, base, descriptor } = current(app);
        return [name, { versions: [{ version, mf, base, descriptor, integrity: {} }] }];
      }),
    ),
  };
}
