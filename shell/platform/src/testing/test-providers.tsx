import { QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link, MemoryRouter } from 'react-router-dom';
import { i18n, startI18n } from '../i18n.ts';
import { queryClient } from '../session.ts';
import { SiteRouter } from '../site-router.tsx';

/** Starts the texts that every page has: the shell's and the contract's. Does nothing the second time. */
export async function startTestTexts(): Promise<void> {
  if (i18n.isInitialized) return;
  await startI18n({
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
