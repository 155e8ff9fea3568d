import type { Vibe } from '@frens/contract/choices';
import { handlersFor, type mock, type ScenarioName, type ScenarioOptions } from '@frens/contract/mocks';
import { type SetupWorker, setupWorker } from 'msw/browser';
import type { ReactNode } from 'react';
import { MemoryRouter } from 'react-router-dom';
import { queryClient, texts } from '../current-platform.ts';
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
  loaders: [(context: { globals: Record<string, unknown> }) => Promise<object>];
  play: () => Promise<void>;
  parameters: object;
}

// A Storybook may lie on the site's own origin (docs/decisions/0302): what stories store stays in the tab, and the member's language, drafts and theme
// stay as they are.
Object.defineProperty(window, 'localStorage', { get: () => sessionStorage });

let worker: SetupWorker | undefined;

/**
 * A story of a screen on the mocked API, as its remote shows it: `export const Empty = screenStory(remote, { path: '/groups', scenario: 'empty' })`.
 * Every screen has one for each of its states: `Loading`, `Empty`, `Failed`, `Ready`. The language, and texts as long as they may be, are chosen in
 * the toolbar.
 */
export function screenStory(
  remote: RemoteModule,
  { path, state, scenario = 'typical', secrets = {}, vibe, act, mocks = [], ...options }: ScreenStoryOptions,
): Story {
  return {
    parameters: { layout: 'fullscreen', controls: { disable: true } },
    loaders: [
      async ({ globals }) => {
        const isLongRun = globals['texts'] === 'long' && scenario === 'typical';
        const handlers = [...mocks, ...handlersFor(isLongRun ? 'long' : scenario, options)];
        if (!worker) {
          worker = setupWorker();
          await worker.start({
            quiet: true,
            onUnhandledRequest: 'bypass',
            serviceWorker: { url: './mockServiceWorker.js' },
          });
        }
        worker.resetHandlers(...handlers);
        openTestPlatform({ language: globals['language'] === 'es' ? 'es' : 'en', onLanguage: () => {} });
        forgetBefore();
        bringSecrets(secrets);
        chooseVibe(vibe ?? null);
        await startTestTexts();
        await texts.add(remote.name, remote.locales);
        if (globals['language'] === 'pseudo') lengthenTexts();
        await Promise.all(remote.routes.map(async ({ Component }) => Component.preload?.()));
        return {};
      },
    ],
    render: (_args, { globals }) => (
      <SiteRouter memory={{ Router: MemoryRouter, path, state }}>
        <RemotePage
          remote={remote}
          // True because the toolbar offers no other.
          frame={(page) => framed(globals['frame'] as StoryFrameName, page)}
        />
      </SiteRouter>
    ),
    // Looked at, and checked for accessibility, once everything asked for has been answered.
    async play() {
      if (scenario === 'loading') return;
      for (let waited = 0; waited < 5_000; waited += 50) {
        await new Promise((resolve) => setTimeout(resolve, 50));
        if (queryClient.isFetching() === 0) break;
      }
      await act?.(storyActs);
    },
  };
}

/** What a story left in the browser would be part of the next one; Storybook's own settings stay. */
function forgetBefore(): void {
  sessionStorage.clear();
  for (const key of Object.keys(localStorage)) if (!/storybook/i.test(key)) localStorage.removeItem(key);
}
