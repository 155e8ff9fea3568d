import { act, cleanup, type RenderResult, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterAll, afterEach, expect, it, vi } from 'vitest';
import { i18n } from '../current-platform.ts';
import { defineRemote } from '../remote-module.ts';
import { type Namespace, type Translate, useTranslation } from '../texts.ts';
import { pseudoText } from './pseudo-texts.ts';
import { screenStory } from './screen-story.tsx';

// Stories have storage of their own; other tests of this process have a browser's again.
const storages = vi.hoisted(() =>
  ['localStorage', 'sessionStorage'].map(
    (name) => [name, Object.getOwnPropertyDescriptor(window, name) ?? {}] as const,
  ),
);
afterAll(() => storages.forEach(([name, own]) => void Object.defineProperty(window, name, own)));

vi.mock('msw/browser', () => ({
  setupWorker: () => ({ start: async () => {}, resetHandlers: () => {} }),
}));

// The namespace is none of the site's.
function Screen() {
  const { t } = useTranslation('mf-any' as Namespace) as { t: Translate<string> };
  const [presses, setPresses] = useState(0);
  return (
    <>
      <button type="button" onClick={() => setPresses(presses + 1)}>
        {t('list.more')}
      </button>{' '}
      {presses}
    </>
  );
}
let bringSpanish: (texts: ReturnType<typeof locale>) => void;
const spanish = new Promise<ReturnType<typeof locale>>((resolve) => {
  bringSpanish = resolve;
});
const locale = (more: string) => ({ default: { list: { more } } });
const remote = defineRemote({
  name: 'mf-any',
  contract: 1,
  routes: [{ path: '/any', Component: Screen }],
  locales: {
    // As texts that several remotes share come with those of each.
    en: async () => {
      i18n.addResourceBundle('en', 'mf-other', {});
      return locale('More');
    },
    es: () => spanish,
  },
});

type View = Pick<RenderResult, 'container' | 'rerender'>;
const story = screenStory(remote, {
  path: '/any',
  act: async ({ pressNamed }) => pressNamed('mf-any:list.more'),
});

/** What Storybook does with a story: `isFirst` when it is chosen, and again after each choice in the toolbar. */
async function show(chosen: object, view?: View): Promise<View> {
  const globals = { language: 'en', texts: 'typical', frame: 'none', ...chosen };
  const container = view?.container ?? document.body.appendChild(document.createElement('div'));
  await story.loaders[0]({ globals, canvasElement: container });
  const page = story.render({}, { globals });
  const shown = view ?? render(page, { container });
  if (view) view.rerender(page);
  else await act(() => story.play());
  await act(() => story.afterEach());
  return shown;
}

afterEach(cleanup);

it('keeps an open page through the toolbar, in the language before until the texts of the chosen one are there', async () => {
  const view = await show({});
  expect(view.container.textContent).toBe('More 1');
  const choosing = show({ language: 'es' }, view);
  await act(async () => screen.getByRole('button').click());
  expect(view.container.textContent).toBe('More 2');
  bringSpanish(locale('Más'));
  await choosing;
  expect(view.container.textContent).toBe('Más 2');
  await show({ language: 'es', theme: 'dark' }, view);
  expect(view.container.textContent).toBe('Más 2');
});

it('opens the page anew for other texts, never shows keys meanwhile, and plays it again', async () => {
  const view = await show({});
  const choosing = show({ language: 'pseudo' }, view);
  expect(view.container.textContent).toBe('');
  await choosing;
  expect(view.container.textContent).toBe(`${pseudoText('More')} 1`);
});
