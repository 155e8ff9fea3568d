// @vitest-environment node
import type { SelfUser } from '@frens/contract';
import type { Language } from '@frens/contract/languages';
import { QueryClientProvider } from '@tanstack/react-query';
import { renderToString } from 'react-dom/server';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createPlatform } from './create-platform.ts';
import { brand, enterPlatform, type Platform, queryClient, secrets, useToasts } from './current-platform.ts';
import { textOf } from './i18n.ts';
import { onSignOut, sessionQuery, useSession } from './session.ts';
import { useTranslation } from './texts.ts';
import { toast } from './toast.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** A platform with its texts, as a server makes one for each page that it renders. */
async function open(language: Language, site: string, username: string): Promise<Platform> {
  const platform = createPlatform({ brand: { site, product: 'Fren' }, language });
  await platform.texts.start({
    shell: { en: () => import('../../locales/en.json'), es: () => import('../../locales/es.json') },
  });
  // Only the field that the page shows.
  platform.queryClient.setQueryData(sessionQuery.queryKey, { username } as SelfUser);
  return platform;
}

function Page() {
  const { t } = useTranslation('shell');
  const { status, user } = useSession();
  return <p title={brand.site}>{`${t('error.retry')} ${user?.username ?? status}`}</p>;
}

function renderIn(platform: Platform): string {
  enterPlatform(platform);
  return renderToString(
    <QueryClientProvider client={queryClient}>
      <Page />
    </QueryClientProvider>,
  );
}

describe('the platform', () => {
  it('touches no browser and starts nothing when it is imported', async () => {
    // Node has these two; what else a browser has is not there and would throw.
    vi.stubGlobal('navigator', undefined);
    vi.stubGlobal('localStorage', undefined);
    const started = [vi.spyOn(globalThis, 'setTimeout'), vi.spyOn(globalThis, 'setInterval')];
    vi.resetModules();
    const [publicNames, internalNames] = await Promise.all([import('./public.ts'), import('./internal.ts')]);
    expect(Object.keys(publicNames)).toContain('useSession');
    // Nothing exists before a bootstrap has made it.
    expect([publicNames.i18n, publicNames.queryClient, publicNames.brand]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
    const platform = internalNames.createPlatform({ brand: { site: 'A', product: 'B' }, language: 'es' });
    internalNames.enterPlatform(platform);
    expect(publicNames.queryClient).toBe(platform.queryClient);
    for (const timer of started) expect(timer).not.toHaveBeenCalled();
  });

  it('renders two pages side by side, each in its language and with its names, and of nobody: all get the same page', async () => {
    const [one, two] = await Promise.all([open('en', 'Frens', 'robin'), open('es', 'Amigues', 'inés')]);
    const english = '<p title="Frens">Try again loading</p>';
    expect(renderIn(one)).toBe(english);
    expect(renderIn(two)).toBe('<p title="Amigues">Intentar de nuevo loading</p>');
    expect(renderIn(one)).toBe(english);
  });

  it('keeps nothing of one page for another', async () => {
    const [one, two] = await Promise.all([open('en', 'Frens', 'robin'), open('en', 'Frens', 'mika')]);
    enterPlatform(one);
    toast({ title: 'Saved' });
    secrets.set('token', 'of robin');
    onSignOut(() => {});
    queryClient.setQueryData(['wallet'], 'of robin');
    await one.texts.add('mf-test', {
      en: async () => ({ default: { title: 'Circles' } }),
      es: async () => ({ default: { title: 'Círculos' } }),
    });
    expect(textOf('mf-test:title')).toBe('Circles');
    await one.texts.i18n.changeLanguage('es');

    enterPlatform(two);
    expect(useToasts.getState().current).toBeNull();
    expect([secrets.size, two.signOutListeners.size]).toEqual([0, 0]);
    expect(queryClient.getQueryData(['wallet'])).toBeUndefined();
    expect(textOf('mf-test:title')).toBe('title');
    expect(two.texts.i18n.language).toBe('en');
  });
});
