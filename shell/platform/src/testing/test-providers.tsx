import { QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link, MemoryRouter } from 'react-router-dom';
import { createPlatform, type PlatformOptions } from '../create-platform.ts';
import { enterPlatform, i18n, queryClient, texts } from '../current-platform.ts';
import { storeLanguage } from '../language.ts';
import { SiteRouter } from '../site-router.tsx';

/**
 * Puts a platform in force as it is on a page that was just opened: nothing cached, nobody known, no texts yet. What the page before has sent may still
 * fail, on a busy machine within the next test: that shows no toast.
 */
export function openTestPlatform({
  brand = { site: 'Frens', product: 'Fren' },
  language = 'en',
  onLanguage = storeLanguage,
  place,
  renderedQuery,
}: Partial<PlatformOptions> = {}): void {
  if (queryClient) delete queryClient.getMutationCache().config.onError;
  enterPlatform(createPlatform({ brand, language, onLanguage, renderedQuery, ...(place && { place }) }));
}

/** Starts the texts that every page has: the shell's and the contract's. Does nothing the second time on a page. */
export async function startTestTexts(): Promise<void> {
  if (i18n.isStarted) return;
  await texts.start({
    shell: { en: () => import('../../../locales/en.json'), es: () => import('../../../locales/es.json') },
    contract: {
      en: () => import('@frens/contract/locales/en'),
      es: () => import('@frens/contract/locales/es'),
    },
  });
}

/** The providers of a page at `path`, with links to leave it by. */
export function TestProviders({
  path,
  links = [],
  children,
}: {
  path: string;
  links?: string[];
  children: ReactNode;
}) {
  return (
    <QueryClientProvider client={queryClient}>
      <SiteRouter memory={{ Router: MemoryRouter, path }}>
        {links.map((link) => (
          <Link key={link} to={link}>
            {link}
          </Link>
        ))}
        {children}
      </SiteRouter>
    </QueryClientProvider>
  );
}
