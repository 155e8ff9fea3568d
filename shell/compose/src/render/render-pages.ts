import { current } from '../model/composed-pages.ts';
import type { Brand, Composition } from '../model/composition.ts';
import { addressOf } from '../model/matches-path.ts';
import { addToReceipt } from '../receipt-page.ts';
import { mapConcurrent } from '../store/map-concurrent.ts';
import {
  brandGaps,
  pageStyles,
  pagesFile,
  pagesFolder,
  type RenderedPage,
  readPublished,
  renderablePaths,
  renderedAddress,
  renderedNames,
  renderedQueries,
  renderFileOf,
} from '../store/rendered-pages.ts';
import type { SiteStore } from '../store/site-store.ts';
import { type Answer, areAnswers, type Job, misfitsOf, mostHtml } from './check-rendered.ts';
import { NotIsolated, RendererFault, runRenderer, unrenderedText } from './run-renderer.ts';

/** Maximum number of concurrent renderers, because the server keeps serving. */
const mostRenderers = 2;

/** Default time limit for the pages of one remote, in milliseconds. */
const longestRendering = 60_000;

/** Public answers of a page's calls, by address; null if there is no such thing (404). */
export type PublicAnswers = Readonly<Record<string, { body: unknown; link: string | null } | null>>;

/** A page rendered with its public data, and the data as JSON by query key. */
export type PageWithData = RenderedPage & { data: string };

/**
 * Renders and stores the pages of a composition that have not been rendered yet: all pages of a remote, or none if one fails. Versions without a
 * rendering build, or on another origin, are left to browsers.
 *
 * @param options.say receives the duration
 * @param options.patience time limit for the pages of one remote, in milliseconds
 * @returns a sentence for each page or remote that failed
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
    const pages = job.pages.map((page) => ({
      ...page,
      pathname: addressOf(page.pathname),
      brand: brandGaps,
      composition: slim,
    }));
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
  /** The path that it is rendered by, and the parameter of its address. */
  pathname: string;
  parameter?: string | undefined;
  /** What its list is searched for; empty for nothing. */
  query: string;
  language: string;
  /** The site's names: gaps for them could not be told from users' texts. */
  brand: Brand;
  answers: PublicAnswers;
  /** Time limit in milliseconds. */
  patience: number;
}

/**
 * Renders a page with current public data. The same checks apply as at publishing.
 *
 * @returns null if it cannot be rendered here
 * @throws RendererFault that says why it does not fit
 */
export async function renderWithData(
  store: SiteStore,
  composition: Composition,
  { name, patience, parameter, ...page }: PageToFill,
): Promise<PageWithData | null> {
  const shell = await readPublished(store, {
    version: composition.host,
    file: renderFileOf(composition.host),
  });
  const job = await jobOf(store, composition, name);
  if (shell === null || job === null) return null;
  const pathname = addressOf(page.pathname, parameter);
  const pages = [{ ...page, pathname, composition: withoutFiles(composition) }];
  const answers = await runRenderer({ host: shell, remote: job.remote, pages }, patience).catch((error) => {
    if (error instanceof NotIsolated) return null;
    throw error;
  });
  if (answers === null) return null;
  if (!areAnswers(answers, 1)) throw new RendererFault('gives an invalid answer');
  const { html = '', title = '', description = '', failures = [], data = [] } = answers[0] ?? {};
  const styles = await readStyles(store, composition, { name, pathname: page.pathname });
  const [misfit] = misfitsOf(job, page, { html, title, failures }, styles);
  if (misfit) throw new RendererFault(misfit);
  // Its screen searches for something else.
  if (page.query !== '' && data.length === 0) return null;
  const json = JSON.stringify(data);
  if (json.length > mostHtml) throw new RendererFault(`has more than ${mostHtml} characters of data`);
  return { html, title, description, data: json };
}

/** Reads the build that renders a remote's pages; null if there is none. */
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

/** Stores the pages of a remote, unless one does not fit. */
async function storePages(
  store: SiteStore,
  composition: Composition,
  job: Job,
  answers: unknown,
): Promise<string[]> {
  if (!areAnswers(answers, job.pages.length)) throw new RendererFault('gives an invalid answer');
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
    // A member's page may depend on the member; browsers render it then. The heading of one with a parameter comes with its data.
    const isNamed = title !== '' || pathname !== addressOf(pathname);
    if (forMembers.includes(pathname) && (own.length > 0 || !isNamed)) {
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

async function isRendered(
  { files, site }: SiteStore,
  composition: Composition,
  name: string,
): Promise<boolean> {
  return (await files.writtenAt(pagesFolder(site, composition, name) + pagesFile)) !== null;
}

/** Reduces a composition to what rendering needs. */
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
