import type { SelfUser } from '@frens/contract';
import { buildUser } from '@frens/contract/fixtures';
import { addTexts, Heading, lazyScreen, useQuery, useSession } from '@frens/platform';
import { QueryClientProvider, queryClient, SiteRouter } from '@frens/platform/internal';
import { openTestPlatform, startTestTexts } from '@frens/platform/testing';
import { act } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { setupServer } from 'msw/node';
import { type ReactNode, useState } from 'react';
import { renderToString } from 'react-dom/server';
import { MemoryRouter } from 'react-router-dom';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { buildComposition, buildModule, buildVersion } from '../compose/src/testing/build-composition.ts';
import { holdFrame } from './chrome/after-page.tsx';
import { preloadFrame } from './chrome/frame.ts';
import type { ModuleLoader } from './composition/engine.ts';
import { createRemotes, RemotesProvider } from './composition/engine.ts';
import { mountPage } from './mount-page.tsx';
import { Site } from './routes/site.tsx';

const server = setupServer();
beforeAll(async () => {
  server.listen({ onUnhandledRequest: 'error' });
  await preloadFrame();
});
afterEach(() => {
  server.resetHandlers();
  document.body.replaceChildren();
  vi.restoreAllMocks();
});
afterAll(() => server.close());

function Quiz() {
  const [count, setCount] = useState(0);
  return (
    <>
      <Heading level={1}>The quiz</Heading>
      <button type="button" onClick={() => setCount(count + 1)}>
        {`Answered ${count}`}
      </button>
    </>
  );
}
const readNews = vi.fn(async () => 'An old friend');

/** For members, whoever they are. */
function Home() {
  const { user } = useSession();
  const { data } = useQuery({ queryKey: ['news'], queryFn: readNews });
  return (
    <>
      <Heading level={1}>{user ? `Hello, ${user.name}` : 'Hello'}</Heading>
      <p>{data}</p>
    </>
  );
}

const routes = [
  { path: '/vibe-quiz', Component: Quiz },
  { path: '/home', Component: Home },
];
const quiz = { remote: buildModule({ routes }) };

const composition = buildComposition(
  buildVersion({
    descriptor: {
      paths: [
        { path: '/vibe-quiz', access: 'public' },
        { path: '/home', access: 'member' },
        { path: '/auth', access: 'public' },
      ],
      menu: [
        { path: '/auth', label: { en: 'Login', es: 'Entrar' }, order: 1, audience: 'visitor', icon: 'user' },
      ],
    },
  }),
);

async function openRemotes(load: ModuleLoader) {
  openTestPlatform();
  await startTestTexts();
  return createRemotes({
    composition,
    load,
    addTexts,
    fetchComposition: async () => composition,
  });
}

function around(remotes: Awaited<ReturnType<typeof openRemotes>>, router: (site: ReactNode) => ReactNode) {
  return (
    <QueryClientProvider client={queryClient}>
      <RemotesProvider value={remotes}>{router(<Site />)}</RemotesProvider>
    </QueryClientProvider>
  );
}

/** A promise that the test settles. */
function later<Value>() {
  let resolve: (value: Value) => void = () => {};
  const promise = new Promise<Value>((settle) => {
    resolve = settle;
  });
  return { promise, resolve: (value: Value) => resolve(value) };
}

/** The page as a server would send it: rendered with the remote at hand, and not knowing who asks. */
async function renderPage(path = '/vibe-quiz'): Promise<string> {
  const remotes = await openRemotes(async () => quiz);
  await remotes.preload(path);
  return renderToString(
    around(remotes, (site) => <SiteRouter memory={{ Router: MemoryRouter, path }}>{site}</SiteRouter>),
  );
}

/** Opens a page with this HTML in it; the remote, and the answer to who is there, come when the test says so. */
async function openPage(html: string, path = '/vibe-quiz') {
  const session = later<SelfUser | void>();
  server.use(
    http.get('*/api/user', async () => {
      const user = await session.promise;
      if (user) return HttpResponse.json({ ...user, unread: { unread: 0, places: {} } });
      return HttpResponse.json({ code: 'signed_out', message: 'Signed out' }, { status: 401 });
    }),
  );
  let remote = later<unknown>();
  const remotes = await openRemotes(() => remote.promise);
  history.replaceState(null, '', path);
  const container = document.body.appendChild(document.createElement('div'));
  container.innerHTML = html;
  await act(async () => {
    const root = mountPage(
      container,
      (isArriving) => around(remotes, (site) => <SiteRouter useTransitions={isArriving}>{site}</SiteRouter>),
      remotes.preload(path),
    );
    onTestFinished(() => act(() => root.unmount()));
  });
  return {
    container,
    session,
    remote,
    /** Lets what is asked for next be answered by another promise. */
    again() {
      remote = later();
      return remote;
    },
  };
}

/** What a visitor must not see while the page is whole already. */
const spinner = '[role="status"] svg, [class*="pending"]';

beforeEach(() => {
  vi.spyOn(console, 'error');
  readNews.mockClear();
});

it('keeps a page that was rendered ahead until its remote has come, and then takes it over as it is', async () => {
  const { container, session, remote } = await openPage(await renderPage());
  const heading = container.querySelector('h1');
  expect(heading?.textContent).toBe('The quiz');
  const spinners = vi.fn<() => void>();
  new MutationObserver(() => container.querySelector(spinner) && spinners()).observe(container, {
    childList: true,
    subtree: true,
  });

  // It becomes known who is there, and somebody uses the skip link.
  await act(async () => session.resolve());
  await vi.waitFor(() => expect(container.textContent).toContain('Login'));
  expect(container.querySelector('h1')).toBe(heading);
  await act(async () => {
    history.pushState(null, '', '/vibe-quiz#main');
    dispatchEvent(new PopStateEvent('popstate'));
  });
  expect(container.querySelector('h1')).toBe(heading);

  await act(async () => remote.resolve(quiz));
  expect(container.querySelector('h1')).toBe(heading);
  const button = [...container.querySelectorAll('button')].find((one) => one.textContent === 'Answered 0');
  await act(async () => button?.click());
  expect(button?.textContent).toBe('Answered 1');
  expect(spinners).not.toHaveBeenCalled();
  expect(console.error).not.toHaveBeenCalled();
});

it('keeps a page that was rendered ahead when its remote fails, says so above it, and takes it over once the remote is back', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  const { container, session, remote, again } = await openPage(await renderPage());
  const heading = container.querySelector('h1');
  const notice = () => container.querySelector('main [role="alert"]')?.textContent;
  await act(async () => session.resolve());
  await act(async () => remote.resolve('garbage'));
  await vi.waitFor(() => expect(notice()).toContain('Not available right now: The Vibe Quiz'));
  expect(notice()).toContain('You can read what has arrived');
  expect(notice()).toContain('REMOTE-103 · mf-quiz 1.0.0');
  expect(container.querySelector('h1')).toBe(heading);
  expect(console.warn).toHaveBeenCalledTimes(1);

  const repaired = again();
  const retry = [...container.querySelectorAll('button')].find((one) => one.textContent === 'Try again');
  await act(async () => retry?.click());
  expect(container.querySelector('h1')).toBe(heading);
  await act(async () => repaired.resolve(quiz));
  await vi.waitFor(() => expect(notice()).toBeUndefined());
  expect(container.querySelector('h1')).toBe(heading);
  const button = [...container.querySelectorAll('button')].find((one) => one.textContent === 'Answered 0');
  await act(async () => button?.click());
  expect(button?.textContent).toBe('Answered 1');
  expect(console.error).not.toHaveBeenCalled();
});

it('keeps a page that was rendered ahead when the code of its screen is lost, and takes it over once it has come', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  const { container, session, remote, again } = await openPage(await renderPage());
  const heading = container.querySelector('h1');
  const notice = () => container.querySelector('main [role="alert"]')?.textContent;
  let isThere = false;
  const Component = lazyScreen(async () => {
    if (isThere) return Quiz;
    throw Object.assign(new Error('Loading chunk 7 failed.'), { name: 'ChunkLoadError' });
  });
  const withScreen = { ...quiz, remote: { ...quiz.remote, routes: [{ path: '/vibe-quiz', Component }] } };
  await act(async () => session.resolve());
  await act(async () => remote.resolve(withScreen));
  await vi.waitFor(() => expect(notice()).toContain('REMOTE-102 · mf-quiz 1.0.0'));
  expect(container.querySelector('h1')).toBe(heading);

  isThere = true;
  again().resolve(withScreen);
  const retry = [...container.querySelectorAll('button')].find((one) => one.textContent === 'Try again');
  await act(async () => retry?.click());
  await vi.waitFor(() => expect(notice()).toBeUndefined());
  expect(container.querySelector('h1')).toBe(heading);
  const button = [...container.querySelectorAll('button')].find((one) => one.textContent === 'Answered 0');
  await act(async () => button?.click());
  expect(button?.textContent).toBe('Answered 1');
  expect(console.error).not.toHaveBeenCalled();
});

it.each(['first', 'last'])(
  'keeps a page of members, and asks for what is theirs in the frame after somebody is there, whose session comes %s',
  async (when) => {
    const frames: FrameRequestCallback[] = [];
    vi.spyOn(globalThis, 'requestAnimationFrame').mockImplementation((frame) => frames.push(frame));
    const html = await renderPage('/home');
    expect(html).toContain('Hello');
    const { container, session, remote } = await openPage(html, '/home');
    const heading = container.querySelector('h1');
    const steps = [() => session.resolve(buildUser({ name: 'Mia' })), () => remote.resolve(quiz)];
    for (const step of when === 'first' ? steps : steps.toReversed()) {
      expect(heading?.textContent).toBe('Hello');
      expect(readNews).not.toHaveBeenCalled();
      await act(async () => step());
    }
    await vi.waitFor(() => expect(frames).not.toHaveLength(0));
    expect(readNews).not.toHaveBeenCalled();
    for (const frame of frames.splice(0)) frame(0);
    await vi.waitFor(() => expect(container.textContent).toContain('Hello, MiaAn old friend'));
    expect(container.querySelector('h1')).toBe(heading);
    expect(readNews).toHaveBeenCalledTimes(1);
    expect(console.error).not.toHaveBeenCalled();
  },
);

it.each([
  ['is on show', 'has come'],
  ['is pressed', 'has come'],
  // Then it throws, and the page ends.
  ['is on show', 'is lost'],
])(
  'takes the page over before its frame, which stays as it was rendered until the page %s and its code %s',
  async (when, how) => {
    const html = await renderPage('/home');
    const shown = later<void>();
    const code = later<unknown>();
    holdFrame(shown.promise, () => code.promise);
    const { container, session, remote } = await openPage(html, '/home');
    const parts = () => ['header', 'header nav', 'h1'].map((part) => container.querySelector(part));
    const [bar, nav, heading] = parts();
    const isTaken = (part: Element | null | undefined) =>
      Object.keys(part ?? {}).some((key) => key.startsWith('__reactProps'));
    await act(async () => session.resolve(buildUser({ name: 'Mia' })));
    await act(async () => remote.resolve(quiz));
    await vi.waitFor(() => expect(container.textContent).toContain('Hello, MiaAn old friend'));
    expect([bar, heading].map(isTaken)).toEqual([false, true]);
    const press = () => container.dispatchEvent(new Event('pointerdown', { bubbles: true }));
    await act(async () => void (when === 'is pressed' ? press() : shown.resolve()));
    expect(isTaken(bar)).toBe(false);
    await act(async () => code.resolve(how === 'is lost' ? Promise.reject(new Error('Lost')) : undefined));
    await vi.waitFor(() => expect(isTaken(bar)).toBe(true));
    expect(parts()).toEqual([bar, nav, heading]);
    await vi.waitFor(() => expect(bar?.textContent).toContain('Mia'));
    expect(console.error).not.toHaveBeenCalled();
  },
);

it('leads away from a page of members whose session has ended, and asks for nothing', async () => {
  const { session, remote } = await openPage(await renderPage('/home'), '/home');
  await act(async () => remote.resolve(quiz));
  await act(async () => session.resolve());
  await vi.waitFor(() => expect(location.pathname + location.search).toBe('/auth?next=%2Fhome'));
  expect(readNews).not.toHaveBeenCalled();
});

it('says of a page that was not rendered ahead that it is on its way', async () => {
  const { container, remote } = await openPage('');
  expect(container.querySelector(spinner)).not.toBeNull();
  await act(async () => remote.resolve(quiz));
  expect(container.querySelector('h1')?.textContent).toBe('The quiz');
});

it('puts back what was rendered when a part throws that is in no boundary, and says so', async () => {
  const reported = vi.fn<() => void>();
  vi.stubGlobal('reportError', reported);
  vi.mocked(console.error).mockImplementation(() => {});
  const container = document.body.appendChild(document.createElement('div'));
  const html = '<main><h1>Rendered</h1><a href="/groups">Groups</a></main>';
  container.innerHTML = html;
  const Lacking = (): ReactNode => {
    throw new Error('This browser lacks something');
  };
  const fail = vi.fn<() => void>();
  globalThis.pageStart = { fail, end: () => {} };
  onTestFinished(() => {
    globalThis.pageStart = undefined;
    vi.unstubAllGlobals();
  });
  // Inside of `act` React throws it itself.
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false);
  mountPage(container, () => <Lacking />, Promise.resolve());
  await vi.waitFor(() => expect(fail).toHaveBeenCalledOnce());
  expect(container.innerHTML).toBe(html);
  expect(reported).toHaveBeenCalledOnce();
});
