import { brand } from '@frens/platform';
import { useEffect } from 'react';
import { mainId } from './focus-heading.ts';

/**
 * Sets the document title: "{page} · {site}" (D64). The page's name is the text of its heading, so that no screen can forget it and a member, a Panda or
 * a circle appears by name. A heading that is a greeting names the page by `data-title`, on itself or its header.
 *
 * @param pathname path of the shown page
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
