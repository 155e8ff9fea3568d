import type { Vibe } from '@frens/contract/choices';
import { handlersFor, type mock, type ScenarioName, type ScenarioOptions } from '@frens/contract/mocks';
import { type SetupWorker, setupWorker } from 'msw/browser';
import { type ReactNode, useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { MemoryRouter } from 'react-router-dom';
import { i18n, queryClient, texts } from '../current-platform.ts';
import type { RemoteModule } from '../remote-module.ts';
import { SiteRouter } from '../site-router.tsx';
import { chooseVibe } from '../vibe.ts';
import { lengthenTexts } from './pseudo-texts.ts';
import { RemotePage } from './remote-page.tsx';
import { bringSecrets } from './secrets.ts';
import { type StoryActs, storyActs } from './story-acts.ts';
import { openTestPlatform, startTestTexts } from './test-providers.tsx';

export type { StoryActs } from './story-acts.ts';

/** One state of a screen. */
export interface ScreenStoryOptions extends Pick<ScenarioOptions, 'answers' | 'signedIn'> {
  /** Address of the screen, with query. */
  path: string;
  /** Which of the screen's states; `typical` unless told. */
  scenario?: ScenarioName;
  /** What is done on the page before it is looked at, as a member would. */
  act?: (page: StoryActs) => Promise<void>;
  /** Calls that are answered otherwise than in the scenario: `mock('POST /api/login', () => { throw new MockFailure(…) })`. */
  mocks?: ReturnType<typeof mock>[];
  /** What the page before left for it. */
  state?: unknown;
  /** Secret parameters that the page is opened with. */
  secrets?: Readonly<Record<string, string>>;
  /** What the visitor chose on the landing page; nothing unless told. */
  vibe?: Vibe;
}

/** What stands around a screen: nothing but its toasts, what the site puts there, or the frame of the older pages. */
export type StoryFrameName = 'none' | 'current' | 'older';

let framed: (name: StoryFrameName, page: ReactNode) => ReactNode = (_name, page) => page;

/** The shell gives its frames and its toasts, which are not the platform's. */
export function frameStories(frame: typeof framed): void {
  framed = frame;
}

/** As much of a story as Storybook reads. */
interface Story {
  render: (args: object, context: { globals: Record<string, unknown> }) => ReactNode;
  loaders: [(context: { globals: Record<string, unknown>; canvasElement: HTMLElement }) => Promise<object>];
  play: () => Promise<void>;
  afterEach: () => Promise<void>;
  parameters: object;
}

// What stories store is of their document: a Storybook may lie on the site's own origin (docs/decisions/0304), and a page of states shows several in
// frames.
const stored: Record<string, string> = Object.create({
  getItem: (key: string) => stored[key] ?? null,
  setItem: (key: string, value: string) => void (stored[key] = value),
  removeItem: (key: string) => void delete stored[key],
  clear: () => Object.keys(stored).forEach((key) => void delete stored[key]),
});
for (const name of ['localStorage', 'sessionStorage'])
  Object.defineProperty(window, name, { get: () => stored });

let worker: SetupWorker | undefined;

/** The page on show: its number, and which texts it was opened with. */
let page = { number: 0, looks: '' };
let closePage = (): void => {};

function StoryPage({ children }: { children: ReactNode }) {
  const [isClosed, setClosed] = useState(false);
  useEffect(() => {
    closePage = () => setClosed(true);
  }, []);
  return isClosed ? null : children;
}

/**
 * A story of a screen on the mocked API, as its remote shows it: `export const Empty = screenStory(remote, { path: '/groups', scenario: 'empty' })`.
 * Every screen has one for each of its states: `Loading`, `Empty`, `Failed`, `Ready`. The language, and texts as long as they may be, are chosen in
 * the toolbar.
 */
export function screenStory(
  remote: RemoteModule,
  { path, state, scenario = 'typical', secrets = {}, vibe, act, mocks = [], ...options }: ScreenStoryOptions,
): Story {
  /** Looked at, and checked for accessibility, once everything asked for has been answered. */
  async function play(): Promise<void> {
    if (scenario === 'loading') return;
    for (let waited = 0; waited < 5_000; waited += 50) {
      await new Promise((resolve) => setTimeout(resolve, 50));
      if (queryClient.isFetching() === 0) break;
    }
    await act?.(storyActs);
  }
  let isPlayedAgain = false;
  return {
    parameters: { layout: 'fullscreen', controls: { disable: true } },
    loaders: [
      async ({ globals, canvasElement }) => {
        const language = globals['language'] === 'es' ? 'es' : 'en';
        const isPseudo = globals['language'] === 'pseudo';
        const isLongRun = globals['texts'] === 'long' && scenario === 'typical';
        const looks = JSON.stringify({ isPseudo, isLongRun });
        // What else the toolbar offers is chosen on the open page, as by a member: it keeps what was done on it.
        const isOpen = canvasElement.childElementCount > 0;
        if (isOpen && looks === page.looks) {
          await i18n.changeLanguage(language);
          return {};
        }
        // The page before must not render with a platform whose texts are still to come: it would show their keys.
        if (isOpen) flushSync(closePage);
        const mocked = await startWorker();
        mocked.resetHandlers(...mocks, ...handlersFor(isLongRun ? 'long' : scenario, options));
        openTestPlatform({ language, onLanguage: () => {} });
        sessionStorage.clear();
        bringSecrets(secrets);
        chooseVibe(vibe ?? null);
        await startTestTexts();
        await texts.add(remote.name, remote.locales);
        if (isPseudo) lengthenTexts();
        await Promise.all(remote.routes.map(async ({ Component }) => Component.preload?.()));
        page = { number: page.number + 1, looks };
        isPlayedAgain = isOpen;
        return {};
      },
    ],
    render: (_args, { globals }) => (
      <StoryPage key={page.number}>
        <SiteRouter memory={{ Router: MemoryRouter, path, state }}>
          <RemotePage
            remote={remote}
            // Safe: the toolbar offers no other.
            frame={(screen) => framed(globals['frame'] as StoryFrameName, screen)}
          />
        </SiteRouter>
      </StoryPage>
    ),
    play,
    // Storybook itself plays a story once, and a choice in the toolbar may have opened another page.
    async afterEach() {
      if (!isPlayedAgain) return;
      isPlayedAgain = false;
      await play();
    },
  };
}

async function startWorker(): Promise<SetupWorker> {
  if (worker) return worker;
  const started = setupWorker();
  await started.start({
    quiet: true,
    onUnhandledRequest: 'bypass',
    serviceWorker: { url: './mockServiceWorker.js' },
  });
  worker = started;
  return started;
}
