import { keepQuery } from '@frens/compose';
import { inFrameOf } from '@frens/contract/frames';
import type { MenuEntry, NavEntry } from '@frens/contract/remote-descriptor';
import { currentLanguage, useLocation, useSession, useTranslation } from '@frens/platform';
import { useMemo, useSyncExternalStore } from 'react';
import { useIsFrameHeld } from '../chrome/after-page.tsx';
import type { ChromeLinks } from '../chrome/chrome-links.ts';
import { type Remotes, useRemotes } from '../composition/engine.ts';
import { localText } from '../composition/local-text.ts';

const unknown = { status: 'loading', user: null } as const;

/**
 * The links of a page's frame: those that the remotes declare, for the current visitor or member, in the page's language.
 *
 * @param isForMembers whether the page is for members: then a member is assumed until the session is known
 */
export function useChromeLinks(isForMembers: boolean): ChromeLinks {
  const remotes = useRemotes();
  const links = useSyncExternalStore(remotes.subscribe, remotes.links, remotes.links);
  const session = useSession();
  // Who is there changes the frame, which is not taken over yet; so does what else the address says.
  const isHeld = useIsFrameHeld();
  const { status, user } = isHeld ? unknown : session;
  const { pathname, search } = useLocation();
  const hasForms = !isHeld && search !== '' && remotes.find(pathname)?.page.queries;
  const shown = hasForms ? pathname + search : null;
  const hasMember = status === 'signed-in' || (isForMembers && status === 'loading');
  const pandaId = user?.pandaId ?? null;
  // Re-renders on a change of language; the texts are in the composition.
  useTranslation('shell');
  const language = currentLanguage();
  return useMemo(() => {
    // Safe: publishing validates them against this site's descriptor.
    const entries: { nav: readonly NavEntry[]; menu: readonly MenuEntry[] } = links;
    const link = ({ path, label }: NavEntry | MenuEntry) => ({ path, label: localText(label, language) });
    const menu = (audience: MenuEntry['audience']) =>
      entries.menu
        .filter((entry) => entry.audience === audience)
        .map((entry) => ({ ...link(entry), icon: entry.icon, shows: entry.shows }))
        .flatMap((entry) => {
          if (entry.shows !== 'panda') return [entry];
          return pandaId === null ? [] : [{ ...entry, path: `${entry.path}/${encodeURIComponent(pandaId)}` }];
        });
    const members = menu('member');
    const nav = entries.nav.filter(({ access }) => access === 'public' || hasMember);
    return {
      nav: nav.map((entry) => link(entry)),
      older: nav
        .flatMap(({ older, ...entry }) =>
          older ? [{ ...entry, ...older, label: older.label ?? entry.label }] : [],
        )
        .sort((a, b) => a.order - b.order)
        .map((entry) => link(entry)),
      member: members.filter(({ shows }) => shows !== 'unread'),
      bell: members.find(({ shows }) => shows === 'unread') ?? null,
      messages: members.find(({ shows }) => shows === 'messages') ?? null,
      visitor: menu('visitor').map((entry) => ({
        ...entry,
        path: shown === null ? entry.path : linkFrom(shown, entry.path, remotes.find),
      })),
    };
  }, [links, hasMember, pandaId, language, shown, remotes]);
}

/** A link of the frame; one of a page to itself keeps what the address says besides its form, as it does without scripts. */
function linkFrom(shown: string, path: string, find: Remotes['find']): string {
  const [pathname = ''] = shown.split('?');
  const [own, link] = path.split('?');
  if (inFrameOf(pathname, path, find).split('?')[0] !== pathname) return path;
  const page = new URLSearchParams(shown.slice(pathname.length));
  const all = keepQuery(new URLSearchParams(link), page, find(pathname)?.page.queries);
  return all.size > 0 ? `${own}?${all}` : path;
}
