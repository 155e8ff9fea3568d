import type { MadeVersion } from '../built-version.ts';
import { current } from '../model/composed-pages.ts';
import type { Brand, Composition } from '../model/composition.ts';
import { addToReceipt } from '../receipt-page.ts';
import { Refusal } from '../refusal.ts';
import type { Author } from '../store/history-entry.ts';
import { mapConcurrent } from '../store/map-concurrent.ts';
import {
  brandGaps,
  pageStyles,
  pagesFile,
  pagesFolder,
  type RenderedPage,
  readPages,
  readPublished,
  renderablePaths,
  renderedAddress,
  renderedNames,
  renderedQueries,
  renderFileOf,
} from '../store/rendered-pages.ts';
import { type SiteStore, shellName } from '../store/site-store.ts';
import { NotIsolated, RendererFault, runRenderer, unrenderedText } from './run-renderer.ts';

/** How many processes render at once: a site goes on serving beside them. */
const mostRenderers = 2;

/** Default time limit for the pages of one remote, in milliseconds. */
const longestRendering = 60_000;

interface Job {
  name: string;
  version: string;
  /** The remote's build; null for the shell's own pages. */
  remote: string | null;
  pages: { pathname: string; query: string; language: string }[];
}

type Answer = Partial<RenderedPage> & {
  /** The query that it was rendered for; the renderer of an earlier shell takes none. */
  query?: string;
  failures: { message: string; components: string }[];
  data?: unknown[];
};

/** What the calls of a page's public data answer, by their addresses. */
export type PublicAnswers = Readonly<Record<string, { body: unknown; link: string | null }>>;

/** A page rendered with its public data, and the data as JSON by query key. */
export type PageWithData = RenderedPage & { data: string };

/** The most letters that a page has, and its data. */
const mostHtml = 500_000;

/** The most calls for whose answers a page may ask. */
const mostCalls = 3;

/** The most names in a query that a page may ask for. */
const mostReads = 50;

/**
 * Renders the pages of a composition that were not rendered yet, and stores them: all of a remote's pages, or none where one of them fails.
 * Versions without a build for that, or whose files lie elsewhere, are left to browsers.
 *
 * @param options.say prints how long it took
 * @param options.patience how long the pages of one remote may take, in milliseconds
 * @returns one sentence for each page, or remote, that failed
 */
export async function renderPages(
  store: SiteStore,
  composition: Composition,
  {
    say = () => {},
    patience = longestRendering,
  }: { say?: ((line: string) => void) | undefined; patience?: number } = {},
): Promise<string[]> {
  const shell = await readPublished(store, {
    version: composition.host,
    file: renderFileOf(composition.host),
  });
  if (shell === null) return [];
  const jobs: Job[] = [];
  for (const name of renderedNames(composition)) {
    const paths = renderablePaths(store.site, composition, name);
    if (paths.length === 0 || (await isRendered(store, composition, name))) continue;
    const job = await jobOf(store, composition, name);
    if (job === null) continue;
    const pages = paths.flatMap((pathname) =>
      renderedQueries(composition, name, pathname).flatMap((query) =>
        store.site.languages.map((language) => ({ pathname, query, language })),
      ),
    );
    jobs.push({ ...job, pages });
  }
  if (jobs.length === 0) return [];
  const started = performance.now();
  const slim = withoutFiles(composition);
  const gaps: NotIsolated[] = [];
  const renderJob = async (job: Job): Promise<string[]> => {
    const { name, version, remote } = job;
    const pages = job.pages.map((page) => ({ ...page, brand: brandGaps, composition: slim }));
    try {
      return await storePages(
        store,
        composition,
        job,
        await runRenderer({ host: shell, remote, pages }, patience),
      );
    } catch (error) {
      if (error instanceof RendererFault)
        return [`${name} ${version} cannot be rendered: it ${error.message}`];
      if (!(error instanceof NotIsolated)) throw error;
      gaps.push(error);
      await addToReceipt(store, name, version, { label: 'Rendering', text: unrenderedText(error) });
      return [];
    }
  };
  const misfits = await mapConcurrent(jobs, renderJob, mostRenderers);
  const [gap] = gaps;
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  say(
    gap
      ? unrenderedText(gap)
      : `Rendered the pages of ${jobs.map(({ name }) => name).join(', ')} in ${seconds} s`,
  );
  return misfits.flat();
}

interface PageToFill {
  name: string;
  pathname: string;
  language: string;
  /** The site's names: what members write may look like a gap for them. */
  brand: Brand;
  answers: PublicAnswers;
  /** How long it may take, in milliseconds. */
  patience: number;
}

/**
 * Renders a page once more, with public data that came after publishing. It must fit as it did then.
 *
 * @returns null where it cannot be rendered here
 * @throws RendererFault that says what does not fit
 */
export async function renderWithData(
  store: SiteStore,
  composition: Composition,
  { name, patience, ...page }: PageToFill,
): Promise<PageWithData | null> {
  const shell = await readPublished(store, {
    version: composition.host,
    file: renderFileOf(composition.host),
  });
  const job = await jobOf(store, composition, name);
  if (shell === null || job === null) return null;
  const pages = [{ ...page, composition: withoutFiles(composition) }];
  const answers = await runRenderer({ host: shell, remote: job.remote, pages }, patience).catch((error) => {
    if (error instanceof NotIsolated) return null;
    throw error;
  });
  if (answers === null) return null;
  if (!areAnswers(answers, 1)) throw new RendererFault('renders what is no page');
  const { html = '', title = '', description = '', failures = [], data = [] } = answers[0] ?? {};
  const styles = await readStyles(store, composition, { name, pathname: page.pathname });
  const [misfit] = misfitsOf(job, { ...page, query: '' }, { html, title, failures }, styles);
  if (misfit) throw new RendererFault(misfit);
  const json = JSON.stringify(data);
  if (json.length > mostHtml) throw new RendererFault(`has more than ${mostHtml} letters of data`);
  return { html, title, description, data: json };
}

/** What renders a remote, or the shell's own pages; null where there is no build for that. */
async function jobOf(
  store: SiteStore,
  { host, apps }: Composition,
  name: string,
): Promise<Omit<Job, 'pages'> | null> {
  const app = apps[name];
  const live = app ? current(app) : host;
  const remote = app ? await readPublished(store, { version: live, file: renderFileOf(live) }) : null;
  return app && remote === null ? null : { name, version: live.version, remote };
}

async function readStyles(
  store: SiteStore,
  composition: Composition,
  { name, pathname }: { name: string; pathname: string },
): Promise<string> {
  const sheets = pageStyles(store.site, composition, name, pathname).map((sheet) =>
    readPublished(store, sheet),
  );
  return (await Promise.all(sheets)).join('\n');
}

/** Stores the pages of a remote, unless one of them does not fit. */
async function storePages(
  store: SiteStore,
  composition: Composition,
  job: Job,
  answers: unknown,
): Promise<string[]> {
  if (!areAnswers(answers, job.pages.length)) throw new RendererFault('renders what is no page');
  const misfits: string[] = [];
  const left: string[] = [];
  const pages: Record<string, Record<string, RenderedPage>> = {};
  const forMembers =
    job.remote === null ? [] : renderablePaths(store.site, composition, job.name, ['member']);
  const stylesOf = new Map<string, Promise<string>>();
  for (const [at, page] of job.pages.entries()) {
    const { pathname, query, language } = page;
    const answer: Answer = answers[at] ?? { failures: [] };
    const { html = '', title = '', description = '', failures, calls, reads } = answer;
    if (failures.length === 0 && (answer.query ?? '') !== query) continue;
    const address = renderedAddress(pathname, query);
    const styles = stylesOf.get(pathname) ?? readStyles(store, composition, { name: job.name, pathname });
    stylesOf.set(pathname, styles);
    const own = misfitsOf(job, page, { html, title, failures }, await styles);
    // A page of members may need to know whose it is: browsers render it then.
    if (forMembers.includes(pathname) && (own.length > 0 || title === '')) {
      left.push(...own);
      continue;
    }
    misfits.push(...own);
    pages[address] = {
      ...pages[address],
      [language]: { html, title, description, ...(calls && { calls }), ...(reads && { reads }) },
    };
  }
  if (left.length > 0)
    await addToReceipt(store, job.name, job.version, {
      label: 'Rendering',
      text: `members' pages are left to browsers: ${left.join('; ')}`,
    });
  if (misfits.length === 0)
    await store.files.create(
      pagesFolder(store.site, composition, job.name) + pagesFile,
      JSON.stringify({ pages }),
    );
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
    await store.files.replace(
      pagesFolder(store.site, composition, name) + pagesFile,
      JSON.stringify({ pages: {} }),
    );
}

async function isRendered(
  { files, site }: SiteStore,
  composition: Composition,
  name: string,
): Promise<boolean> {
  return (await files.writtenAt(pagesFolder(site, composition, name) + pagesFile)) !== null;
}

/** Elements that act on the whole document, or show another one in it. A page without scripts would obey. */
const foreignElement = /<(script|meta|base|i?frame|object|embed)\b/i;

/** What React writes: no `<` or `>` is in a value or a comment, so each tag that a browser sees is one here. A style has some `<` as text. */
const pieces =
  /[^<]+|<(?=[\s\d=])|<!doctype html>|<!--[^<>]*-->|<\/[a-z][\w:.-]*>|<[a-z][\w:.-]*((?: [^\s"'<>/=]+(?:="[^"<>]*")?)*) *\/?>/giy;

const attribute = / ([^\s"'<>/=]+)(?:="([^"<>]*)")?/g;

/** What a form may be sent to. */
const ownPath = /^\/(?:[\w?#][^"]*)?$/;

/** What is wrong with where the forms of a page are sent, or with HTML that hides it. */
function actionMisfit(html: string): string | null {
  let end = 0;
  for (const [piece, attributes = ''] of html.matchAll(pieces)) {
    for (const [, name = '', value] of attributes.matchAll(attribute))
      if (/^(?:form)?action$/i.test(name) && value !== undefined && !ownPath.test(value))
        return 'one of its forms is sent to what is no path of this site';
    end += piece.length;
  }
  return end === html.length ? null : `its HTML is not as React writes it: ${html.slice(end, end + 50)}`;
}

function misfitsOf(
  { name, version }: Omit<Job, 'pages'>,
  { pathname, query, language, brand }: Job['pages'][number] & { brand?: Brand },
  { html, title, failures: [failure] }: Required<Pick<Answer, 'html' | 'title' | 'failures'>>,
  styles: string,
): string[] {
  const address = renderedAddress(pathname, query);
  const say = (what: string) => `${name} ${version} cannot render ${address} (${language}): ${what}`;
  if (failure) {
    const [, component] = /at (\w+)/.exec(failure.components) ?? [];
    const message = failure.message.slice(0, 500);
    return [say(component ? `${component}: ${message}` : message)];
  }
  if (html.length > mostHtml) return [say(`its HTML is longer than ${mostHtml} letters`)];
  const [, element] = foreignElement.exec(html) ?? [];
  if (element) return [say(`its HTML has <${element}>, which is about more than what it shows`)];
  const misfit = actionMisfit(html);
  if (misfit) return [say(misfit)];
  if (/[<>]/.test(title)) return [say('its title is no text')];
  // What a boundary shows instead of its children.
  if (/<!--\$[!?]-->|<template/.test(html)) return [say('a part of it is still on its way')];
  // Its own words are put in later.
  const words = Object.values(brandGaps).reduce((text, gap) => text.replaceAll(gap, ''), html);
  if (!brand && /\{\{|\}\}/.test(words))
    return [say("it changes the site's name, which is not known yet: a style can do that")];
  const prefix = new RegExp(`^(${shellName}|${name})-`);
  const styled = classesOf(styles);
  const bare = [...classesIn(html)].find((one) => prefix.test(one) && !styled.has(one));
  return bare ? [say(`its class ${bare} has no style`)] : [];
}

/** The classes that style sheets have rules for; a hash in a name may have characters that a selector escapes. */
const classesOf = (styles: string): Set<string> =>
  new Set(Array.from(styles.matchAll(/\.((?:[\w-]|\\.)+)/g), ([, name = '']) => name.replaceAll('\\', '')));

function classesIn(html: string): Set<string> {
  return new Set(Array.from(html.matchAll(/ class="([^"]*)"/g), ([, names = '']) => names.split(' ')).flat());
}

/** By hand, and no further than the first fault: a schema names each one, and whoever writes millions of them would hold up the server. */
function areAnswers(value: unknown, count: number): value is Answer[] {
  const isText = (text: unknown) => typeof text === 'string';
  const isRecord = (one: unknown): one is Record<string, unknown> => typeof one === 'object' && one !== null;
  const isAnswer = (one: unknown) =>
    isRecord(one) &&
    [one.html, one.title, one.description, one.query].every((text) => text === undefined || isText(text)) &&
    (one.calls === undefined || areCalls(one.calls)) &&
    (one.reads === undefined || areReads(one.reads)) &&
    (one.data === undefined || Array.isArray(one.data)) &&
    Array.isArray(one.failures) &&
    one.failures.every((each) => isRecord(each) && isText(each.message) && isText(each.components));
  return Array.isArray(value) && value.length === count && value.every(isAnswer);
}

/** Names in the query of an address. */
const areReads = (value: unknown) =>
  Array.isArray(value) &&
  value.length <= mostReads &&
  value.every((name) => typeof name === 'string' && name.length <= 50);

/** Some addresses of the API, which the server requests anonymously. */
const areCalls = (value: unknown) =>
  Array.isArray(value) &&
  value.length <= mostCalls &&
  value.every((address) => typeof address === 'string' && /^\/api\/[\w/-]+(\?[\w=&%.+-]*)?$/.test(address));

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
