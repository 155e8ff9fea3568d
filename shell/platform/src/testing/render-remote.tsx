import { setTimeout } from 'node:timers/promises';
import type { SelfUser } from '@frens/contract';
import type { Vibe } from '@frens/contract/choices';
import type { Language } from '@frens/contract/languages';
import { handlersFor, type ScenarioName } from '@frens/contract/mocks';
import { act, type RenderResult, render } from '@testing-library/react';
import userEvent, { type UserEvent } from '@testing-library/user-event';
import { HttpResponse, http, type RequestHandler } from 'msw';
import { type SetupServer, setupServer } from 'msw/node';
import { MemoryRouter, type NavigateFunction, useLocation, useNavigate } from 'react-router-dom';
import { expect, onTestFinished } from 'vitest';
import { queryClient, texts } from '../current-platform.ts';
import type { RemoteModule } from '../remote-module.ts';
import { sessionQuery } from '../session.ts';
import { SiteRouter } from '../site-router.tsx';
import { chooseVibe } from '../vibe.ts';
import { RemotePage } from './remote-page.tsx';
import { bringSecrets } from './secrets.ts';
import { openTestPlatform, startTestTexts } from './test-providers.tsx';

export interface RenderOptions {
  /** Address to open, with query. */
  path: string;
  /** Which mocked answers; `typical` unless told. */
  scenario?: ScenarioName;
  /** Handlers that go before the scenario's, for one case of a call. */
  handlers?: RequestHandler[];
  language?: Language;
  /** What the page before left for it. */
  state?: unknown;
  /** The page is still arriving: addresses come in transitions. */
  isArriving?: boolean;
  /** Secret parameters that the page is opened with. */
  secrets?: Readonly<Record<string, string>>;
  /** What the visitor chose on the landing page; nothing unless told. */
  vibe?: Vibe;
  /** `demo` (default): signed in as the scenario's member; null: a visitor; or a user of the test's own. */
  user?: 'demo' | null | SelfUser;
}

/** A remote on the page. */
export interface RenderedRemote extends RenderResult {
  user: UserEvent;
  /** The address shown, with query and hash. */
  location: () => string;
  /** What the browser's own buttons do: goes so many pages along the history, back where negative. */
  travel: (steps: number) => void;
  server: SetupServer;
  /** Every request since it was known who is signed in, as `'POST /api/connections'`. */
  requests: string[];
}

let server: SetupServer | undefined;
/** The requests that wait for their answer. */
const underWay = new Set<string>();

/**
 * Gives requests back to the network, for the next file. Before, it answers those under way: a screen that is left sends what it has delayed, and
 * the network's refusal would be told in the next test.
 */
export async function stopAnswering(): Promise<void> {
  if (!server) return;
  // Some are never answered, as their test wants it; others have not begun, as they wait for what is read before.
  for (
    let turn = 0;
    turn < 2 || (turn < 20 && (underWay.size > 0 || queryClient.isMutating() > 0));
    turn += 1
  )
    await setTimeout(5);
  server.close();
  server = undefined;
  underWay.clear();
}

/**
 * Mounts a remote's routes as the shell would, on the mocked API, with its texts loaded. A request that nothing mocks fails the test
 * and lists what is mocked.
 * Every call starts from nothing: no session, no cache, no toast. What the tab keeps over a reload is gone when the test ends.
 */
export async function renderRemote(remote: RemoteModule, options: RenderOptions): Promise<RenderedRemote> {
  const { path, state, scenario = 'typical', handlers = [], language = 'en' } = options;
  const { user = 'demo', secrets = {}, vibe = null, isArriving = false } = options;
  const signedInAs =
    user === 'demo'
      ? []
      : [
          http.get('*/api/user', () =>
            user ? HttpResponse.json(user) : new HttpResponse(null, { status: 401 }),
          ),
        ];
  const unmocked: string[] = [];
  await stopAnswering();
  server = setupServer(
    ...handlers,
    ...signedInAs,
    ...handlersFor(scenario, { onUnknownCall: (text) => unmocked.push(text) }),
  );
  server.listen({ onUnhandledRequest: ({ method, url }) => void unmocked.push(`${method} ${url}`) });
  onTestFinished(() => expect(unmocked).toEqual([]));

  openTestPlatform({ language });
  // When the test is over, not now: a second call within a test is a reload of the tab, which keeps this.
  onTestFinished(() => sessionStorage.clear());
  bringSecrets(secrets);
  chooseVibe(vibe);
  await startTestTexts();
  await texts.add(remote.name, remote.locales);
  await queryClient.prefetchQuery(sessionQuery);
  const requests: string[] = [];
  server.events.on('request:end', ({ requestId }) => void underWay.delete(requestId));
  server.events.on('request:start', ({ request, requestId }) => {
    underWay.add(requestId);
    requests.push(`${request.method} ${new URL(request.url).pathname}`);
  });

  let shown = '';
  let navigate: NavigateFunction | undefined;
  function Address() {
    const { pathname, search, hash } = useLocation();
    shown = pathname + search + hash;
    navigate = useNavigate();
    return null;
  }
  // Awaited: what a screen puts off until it is painted never comes in an `act` that nobody waits for.
  const view = await act(async () =>
    render(
      <SiteRouter memory={{ Router: MemoryRouter, path, state }} useTransitions={isArriving}>
        <Address />
        <RemotePage remote={remote} />
      </SiteRouter>,
    ),
  );
  const travel = (steps: number) => act(() => void navigate?.(steps));
  return { ...view, user: userEvent.setup(), location: () => shown, travel, server, requests };
}
