import { current } from '@frens/compose';
import { SiteStore } from '@frens/compose/store';
import { isV2Path } from '@frens/contract/frames';
import { site } from '@frens/contract/site';
import { builtStore } from './site.ts';

/** A page of the built site. */
export interface SitePage {
  /** Path pattern in the remote's descriptor. */
  path: string;
  access: 'public' | 'member';
}

/** All pages of the live composition, so that new pages are tested automatically. */
export async function builtPages(): Promise<SitePage[]> {
  const store = new SiteStore(builtStore, site);
  const id = await store.liveId();
  if (id === null) throw new Error(`Nothing is published in ${builtStore}. Run: npm run build`);
  const { apps } = await store.composition(id);
  const remotes = Object.values(apps).flatMap((app) => current(app).descriptor.paths);
  return [
    // One path per shared screen.
    ...Array.from(
      new Map(Object.entries(site.hostPages).map(([path, screen]) => [screen, path])).values(),
      (path): SitePage => ({ path, access: 'public' }),
    ),
    ...remotes.map(({ path, access }) => ({ path, access })),
  ];
}

/** Example URLs for paths with parameters. Every such path needs an entry. */
const examples: Record<string, (origin: string) => Promise<string>> = {
  '/frens/:username': async () => '/frens/maya.okafor',
  '/v2/frens/:username': async () => '/v2/frens/maya.okafor',
  '/messages/:username': async () => '/messages/maya.okafor',
  '/v2/messages/:username': async () => '/v2/messages/maya.okafor',
  '/groups/:circleId': circleAddress,
  '/v2/groups/:circleId': async (origin) => `/v2${await circleAddress(origin)}`,
  '/panda/:pandaId': async (origin) => {
    const pandas: unknown = await (await fetch(`${origin}/api/pandas?limit=1`)).json();
    const [panda] = pandas as { id: string }[]; // Safe by the contract.
    if (!panda) throw new Error('The demo data has no Panda');
    return `/panda/${panda.id}`;
  },
};

async function circleAddress(origin: string): Promise<string> {
  const circles: unknown = await (await fetch(`${origin}/api/circles?limit=1`)).json();
  const [circle] = circles as { id: string }[]; // Safe by the contract.
  if (!circle) throw new Error('The demo data has no circle');
  return `/groups/${circle.id}`;
}

/** URL of a page on a site with the demo data. */
export async function addressOf({ path }: Pick<SitePage, 'path'>, origin: string): Promise<string> {
  if (!path.includes(':')) return path;
  const example = examples[path];
  if (!example) throw new Error(`e2e/support/pages.ts has no example of ${path}`);
  return example(origin);
}

/** The path without the /v2 prefix. */
export function withoutFrame({ path }: SitePage): string {
  return isV2Path(path) ? path.replace(/^\/v2/, '') : path;
}

/** Pages with fully clickable cards, and the cards' targets. `double-press.e2e.ts` presses each. */
export const pagesWithCards = [
  ['/', /\/groups\/[0-9a-f]+$/],
  ['/backup', /\/groups\/[0-9a-f]+$/],
  ['/panda', /\/panda\/[0-9a-f]+$/],
  ['/groups', /\/groups\/[0-9a-f]+$/],
  ['/browse', /\/frens\/[^/]+$/],
  ['/dashboard?tab=connections', /\/frens\/[^/]+$/],
  ['/frens/:username', /\/frens\/(?!maya\.okafor$)[^/]+$/],
] as const;
