import { formatCount } from '@frens/contract/formats';
import { act } from '@testing-library/react';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { addTexts } from './i18n.ts';
import { openTestPlatform } from './testing/test-providers.tsx';
import { useTranslation } from './texts.ts';
import { useLocale } from './use-locale.ts';
import { useSearchParams } from './use-search-params.ts';

// What a rendered page cannot know of its reader: it is shown once React has taken the page over, which is kept.

beforeEach(() => openTestPlatform({ language: 'es', renderedQuery: '?tab=register' }));

afterEach(() => {
  vi.restoreAllMocks();
  document.body.replaceChildren();
});

function Locale() {
  return <p>{useLocale()}</p>;
}

function Members() {
  // Safe: the test adds them.
  const { t } = useTranslation('mf-counts' as 'shell') as { t: (key: string, values: object) => string };
  return <p>{t('members', { count: 1_234, locale: useLocale() })}</p>;
}

function Query() {
  return <p>{useSearchParams()[0].toString()}</p>;
}

it.each([
  ['its country', <Locale key="locale" />, 'es', 'es-MX'],
  ['how that writes numbers', <Members key="members" />, formatCount('es', 1_234, 'es'), '1,234'],
  ['its address', <Query key="query" />, 'tab=register', 'tab=register&next=%2Fgroups'],
])(
  'follows the reader in %s once hydrated, so that the rendered page is kept',
  async (_what, part, ahead, own) => {
    const texts = async () => ({ default: { members: '{{count, number}}' } });
    await addTexts('mf-counts', { en: texts, es: texts });
    const at = (path: string) => <MemoryRouter initialEntries={[path]}>{part}</MemoryRouter>;
    vi.spyOn(navigator, 'languages', 'get').mockReturnValue(['es-MX']);
    const container = document.body.appendChild(document.createElement('div'));
    container.innerHTML = renderToString(at('/?tab=register'));
    const rendered = document.querySelector('p');
    expect(rendered?.textContent).toBe(ahead);
    const onRecoverableError = vi.fn<() => void>();
    await act(async () => {
      hydrateRoot(container, at('/?tab=register&next=%2Fgroups'), { onRecoverableError });
    });
    expect(document.querySelector('p')).toBe(rendered);
    expect(rendered?.textContent).toBe(own);
    expect(onRecoverableError).not.toHaveBeenCalled();
  },
);
