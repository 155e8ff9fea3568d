import { listedFiles } from '../model/composed-files.ts';
import type { Composition, Preview } from '../model/composition.ts';
import { hostLanguage } from '../model/site-definition.ts';
import { hasHash } from '../store/integrity.ts';
import { type SiteStore, shellPath } from '../store/site-store.ts';
import { fillPage } from './fill-page.ts';
import type { LivePages } from './live-pages.ts';
import type { FoundPage } from './page-files.ts';
import { importMap, inlineScriptSources, policyPlace, scriptPolicy } from './page-policy.ts';
import { withShare } from './page-share.ts';
import { withAddresses } from './search-engines.ts';

const templateFile = 'index.html';

interface FillOptions {
  language: string;
  /** Whether the browser supports hashes for external scripts. */
  byHash: boolean;
  hasSession: boolean;
  /** Whether the page's content is rendered into it. */
  isRendered: boolean;
  /** Path of the page's subject, such as a circle. */
  subject: string | undefined;
}

/** The shell's HTML, to be filled for each page of a composition. */
export interface PageTemplate {
  inlineScripts: string[];
  /** Whether the shell's guard sets the integrity of all other scripts. */
  isGuarded: boolean;
  /** The HTML of a page without its content: files, policy, addresses and words. */
  fill(page: FoundPage, options: FillOptions): string;
}

/** Reads the shell's HTML. Throws if it has changed since it was published. */
export async function readPageTemplate(
  store: SiteStore,
  {
    id,
    brand,
    origin,
    composition,
    remoteOrigins,
    hasDevPages,
  }: Pick<LivePages, 'id' | 'brand' | 'origin' | 'composition' | 'remoteOrigins' | 'hasDevPages'>,
  preview?: Preview,
): Promise<PageTemplate> {
  const template = await readTemplate(store, composition.host);
  // From the built template, so that inserted content cannot add a script.
  const isGuarded = template.includes(policyPlace);
  const hashes = isGuarded ? listedFiles(composition, remoteOrigins) : new Map<string, string>();
  const imports = importMap(composition, hashes);
  const inlineScripts = inlineScriptSources(template + imports);
  const policy = isGuarded ? scriptPolicy(inlineScripts, hashes) : '';
  const data = {
    brand,
    composition,
    live: id,
    preview,
    remoteOrigins: remoteOrigins.length > 0 ? remoteOrigins : undefined,
    hasDevPages: hasDevPages || undefined,
  };
  return {
    inlineScripts,
    isGuarded,
    fill(
      { pattern, share, firstCall, files, frameFiles },
      { language, byHash, hasSession, isRendered, subject },
    ) {
      const head = {
        language: hostLanguage(store.site, language),
        chosen: language,
        files: isRendered ? files : [...files, ...frameFiles],
        hashes,
        policy: byHash ? policy : '',
        imports,
        firstCall,
        hasSession,
        isRendered,
      };
      const addresses = { origin, pattern, composition, subject, language };
      const filled = withAddresses(store.site, fillPage(template, data, head), addresses);
      return share ? withShare(filled, share, [language, store.site.languages[0]], brand) : filled;
    },
  };
}

/** Reads the template. It decides which scripts run, so it is verified by its hash in the composition, whose own hash is its id. */
async function readTemplate(store: SiteStore, { version, integrity }: Composition['host']): Promise<string> {
  const template = await store.files.read(shellPath(version) + templateFile);
  if (template === null || !hasHash(template, integrity[templateFile]))
    throw new Error(`${templateFile} of shell ${version} is not the one that was published.`);
  return template.toString();
}
