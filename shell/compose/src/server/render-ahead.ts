import { setTimeout } from 'node:timers/promises';
import type { SiteDefinition } from '../model/site-definition.ts';
import type { PublicAnswers } from '../render/render-pages.ts';
import type { Shown } from '../store/history-entry.ts';
import type { LivePages } from './live-pages.ts';
import { listedPaths } from './search-engines.ts';

/** Makes API calls anonymously, for no request; null on a timeout. */
type ReadPublic = (calls: readonly string[], language: string) => Promise<PublicAnswers | null>;

/**
 * Renders the public pages with their data, and compresses them, before anybody asks for them: of the composition that is shown, of a canary, and
 * of each that is shown later.
 *
 * @param signal ends it
 */
export type RenderAhead = (read: ReadPublic, signal: AbortSignal) => Promise<void>;

/** Renders pages ahead, one after the other. */
export function createAheadRenderer({
  site,
  readShown,
  pagesOf,
  onUnrendered,
}: {
  site: SiteDefinition;
  readShown: () => Promise<Shown | null>;
  /** The pages of a composition. */
  pagesOf: (id: string) => Promise<LivePages>;
  /** Receives why the pages of a composition cannot be rendered. */
  onUnrendered: (error: unknown) => void;
}): RenderAhead {
  /** @returns whether all of a composition's pages were rendered that can be */
  async function renderPages(id: string, read: ReadPublic, signal: AbortSignal): Promise<boolean> {
    const { composition, find, calls, renderAhead, html } = await pagesOf(id);
    const paths = listedPaths(site, composition);
    let isComplete = true;
    for (const language of site.languages)
      for (const page of paths.map((one) => find(one, language))) {
        if (signal.aborted) return false;
        const asked = await calls(page, { language });
        const answers = asked.length > 0 ? await read(asked, language) : null;
        if (answers) await renderAhead(page, language, answers, signal);
        else if (asked.length > 0) isComplete = false;
        // As most browsers get it: what all others get has another policy, and is made once one of them reads it. One page at a time, beside the
        // requests.
        const { smallest } = await html(page, { language, byHash: true, isPlain: true, answers });
        await smallest('br');
      }
    return isComplete;
  }

  return async function renderAhead(read, signal) {
    let complete: string[] = [];
    while (!signal.aborted) {
      const shown = await readShown().catch(() => null);
      const ids = [shown?.composition, shown?.canary?.composition].filter((id) => id !== undefined);
      const rendered: string[] = [];
      for (const id of ids) {
        const isRendered = complete.includes(id) || renderPages(id, read, signal);
        if (await Promise.resolve(isRendered).catch(onUnrendered)) rendered.push(id);
      }
      complete = rendered;
      await setTimeout(nextLook, null, { ref: false, signal }).catch(() => {});
    }
  };
}

/** How often it is looked whether another composition is shown, to render its pages ahead, in milliseconds. */
const nextLook = 10_000;
