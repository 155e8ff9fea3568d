import { brand } from '@frens/platform';
import { useEffect } from 'react';
import { mainId } from './focus-heading.ts';

/**
 * Keeps the title of the browser's tab: "{page} · {site}" (D64). The page is called what its heading says, so a person, a Panda or a circle
 * gives its own name, in the language of the page, and no screen can forget it. A heading that is a greeting names the page in
 * `data-title`, its own or its header's.
 *
 * @param pathname path of the page on show
 * @param landing the landing page's whole title, in the language of the page
 */
export function usePageTitle(pathname: string, landing: string): void {
  useEffect(() => {
    const main = document.getElementById(mainId);
    if (pathname === '/' || !main) {
      document.title = landing;
      return;
    }
    const follow = () => {
      const heading = main.querySelector<HTMLElement>('h1');
      const named = heading?.closest<HTMLElement>('[data-title]')?.dataset.title;
      const page = (named ?? heading?.textContent ?? '').trim();
      const title = page ? `${page} · ${brand.site}` : brand.site;
      if (document.title !== title) document.title = title;
    };
    follow();
    const observer = new MutationObserver(follow);
    observer.observe(main, { childList: true, characterData: true, subtree: true });
    return () => observer.disconnect();
  }, [pathname, landing]);
}
