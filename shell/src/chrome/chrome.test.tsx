import { buildUser } from '@frens/contract/fixtures';
import { MockFailure, mock } from '@frens/contract/mocks';
import { addTexts, i18n, lazyScreen, queryClient, queryKeys, useLocation } from '@frens/platform';
import { Route, Routes, useToasts } from '@frens/platform/internal';
import { startTestTexts, TestProviders } from '@frens/platform/testing';
import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import axe from 'axe-core';
import { setupServer } from 'msw/node';
import { type ComponentType, type ReactNode, Suspense } from 'react';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { ChromeV2 } from '../chrome-v2/chrome-v2.tsx';
import { MemberGate } from '../routes/member-gate.tsx';
import { MemberMenu } from './account-slot.tsx';
import { BareFrame } from './bare-frame.tsx';
import { Chrome } from './chrome.tsx';
import type { ChromeLinks, ChromeProps } from './chrome-links.ts';
import { preloadFrame } from './frame.ts';
import { MobileSheet } from './mobile-menu.tsx';

/** As the site makes them of what the remotes declare (`use-chrome-links.test.tsx`). */
const links: ChromeLinks = {
  nav: [
    { path: '/vibe-quiz', label: 'Vibe Quiz' },
    { path: '/browse', label: 'Frens' },
  ],
  older: [{ path: '/groups', label: 'Frens' }],
  member: [
    { path: '/bamboo', label: 'BAMBOO', icon: 'coins', shows: 'balance' },
    { path: '/profile', label: 'Profile', icon: 'user' },
    { path: '/privacy-settings', label: 'Privacy settings', icon: 'no-such-icon' },
  ],
  bell: { path: '/notifications', label: 'Notifications' },
  messages: { path: '/messages', label: 'Messages' },
  visitor: [
    { path: '/auth', label: 'Login' },
    { path: '/auth?tab=register', label: 'Register' },
  ],
};

const server = setupServer();

beforeAll(async () => {
  await Promise.all([startTestTexts(), preloadFrame(), MemberMenu.preload(), MobileSheet.preload()]);
  server.listen({ onUnhandledRequest: 'error' });
});
beforeEach(async () => {
  server.use(mock('GET /api/notifications/unread', () => ({ unread: 0, places: {} })));
  queryClient.clear();
  useToasts.getState().clear();
  await i18n.changeLanguage('en');
});
afterEach(() => {
  cleanup();
  server.resetHandlers();
});
afterAll(() => server.close());

function Address() {
  const { pathname, search } = useLocation();
  return <output aria-label="address">{pathname + search}</output>;
}

const address = () => screen.getByLabelText('address').textContent;

interface OpenOptions {
  as: 'visitor' | 'member' | 'suspended' | 'unknown';
  path?: string;
  Frame?: ComponentType<ChromeProps & { children: ReactNode }>;
  home?: ReactNode;
}

function open({ as, path = '/groups', Frame = Chrome, home }: OpenOptions) {
  if (as === 'unknown') server.use(mock('GET /api/user', () => new Promise(() => {})));
  else queryClient.setQueryData(queryKeys.session, as === 'member' ? buildUser() : null);
  if (as === 'suspended')
    queryClient.setQueryData(queryKeys.suspension, {
      reason: 'Spam.',
      until: null,
      contact: 'care@frens.example',
    });
  const onPreload = vi.fn<ChromeProps['onPreload']>();
  const view = render(
    <TestProviders path={path}>
      <Frame links={links} onPreload={onPreload}>
        <Address />
        <Suspense fallback={<p>Loading</p>}>
          <Routes>
            <Route
              path="/dashboard"
              element={
                <MemberGate>
                  <h1>Yours</h1>
                </MemberGate>
              }
            />
            <Route path="/" element={home} />
            <Route path="*" element={<h1>A page</h1>} />
          </Routes>
        </Suspense>
      </Frame>
    </TestProviders>,
  );
  return { ...view, onPreload, user: userEvent.setup() };
}

const hrefs = (inside: HTMLElement) =>
  within(inside)
    .getAllByRole('link')
    .map((link) => [link.textContent, link.getAttribute('href')]);

describe('Chrome', () => {
  it('offers a visitor the links, Login and Register', () => {
    open({ as: 'visitor' });
    const bar = screen.getByRole('banner');
    expect(hrefs(within(bar).getByRole('navigation', { name: 'Main' }))).toEqual([
      ['Vibe Quiz', '/vibe-quiz'],
      ['Frens', '/browse'],
    ]);
    expect(within(bar).getByRole('link', { name: 'Frens, home page' }).getAttribute('href')).toBe('/');
    expect(within(bar).getByRole('link', { name: 'Login' }).getAttribute('href')).toBe('/auth');
    expect(within(bar).getByRole('link', { name: 'Register' }).getAttribute('href')).toBe(
      '/auth?tab=register',
    );
  });

  it('ends with the footer, but for a page that fills the screen', () => {
    open({ as: 'visitor' });
    expect(screen.getByRole('contentinfo')).toBeTruthy();
    cleanup();
    open({ as: 'visitor', Frame: (frame) => <Chrome {...frame} isFocused /> });
    expect(screen.queryByRole('contentinfo')).toBeNull();
    expect(screen.getByRole('navigation', { name: 'Main' })).toBeTruthy();
  });

  it('offers sign-in to whoever has no session cookie while the session is not known, and nobody a menu', () => {
    open({ as: 'unknown' });
    expect(screen.getByRole('link', { name: 'Login' }).closest('[data-reader=visitor]')).not.toBeNull();
    expect(screen.queryByRole('button', { name: /^Your menu/ })).toBeNull();
  });

  it('offers a member their menu', async () => {
    const { user } = open({ as: 'member' });
    await user.click(screen.getByRole('button', { name: 'Your menu, Robin Vale' }));
    const items = await screen.findAllByRole('menuitem');
    expect(items.map((item) => [item.textContent, item.getAttribute('href')])).toEqual([
      ['Balance: 100.00 BAMBOO', '/bamboo'],
      ['Profile', '/profile'],
      ['Privacy settings', '/privacy-settings'],
      ['Logout', null],
    ]);
    // One row, so that the way out stands in the window.
    const row = within(screen.getByRole('menu')).getByRole('group', { name: 'Theme' });
    const inRow = within(row).getAllByRole('menuitemradio');
    expect(inRow.map((item) => [item.textContent, item.getAttribute('aria-checked')])).toEqual([
      ['Light', 'false'],
      ['Dark', 'false'],
      ['System', 'true'],
    ]);
  });

  it('skips to the main landmark, which can take the focus', () => {
    open({ as: 'visitor' });
    const target = screen.getByRole('link', { name: 'Skip to content' }).getAttribute('href');
    const main = screen.getByRole('main');
    expect(target).toBe(`#${main.id}`);
    main.focus();
    expect(document.activeElement).toBe(main);
  });

  it('loads the page of a link while the pointer or the focus rests on it', async () => {
    const { user, onPreload } = open({ as: 'visitor' });
    const link = screen.getByRole('link', { name: 'Vibe Quiz' });
    await user.hover(link);
    await waitFor(() => expect(onPreload).toHaveBeenLastCalledWith('/vibe-quiz'));
    act(() => screen.getByRole('link', { name: 'Login' }).focus());
    await waitFor(() => expect(onPreload).toHaveBeenLastCalledWith('/auth'));
  });

  it('repeats links and account in the mobile menu, and closes it after a choice', async () => {
    const { user } = open({ as: 'member' });
    await user.click(screen.getByRole('button', { name: 'Menu' }));
    const menu = await screen.findByRole('dialog');
    expect(hrefs(menu)).toEqual([
      ['Vibe Quiz', '/vibe-quiz'],
      ['Frens', '/browse'],
      ['Balance: 100.00 BAMBOO', '/bamboo'],
      ['Profile', '/profile'],
      ['Privacy settings', '/privacy-settings'],
    ]);
    await user.click(within(menu).getByRole('link', { name: 'Frens' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(address()).toBe('/browse');
  });

  it('changes the language at once and remembers it', async () => {
    const { user } = open({ as: 'visitor' });
    await user.click(screen.getByRole('button', { name: /español/ }));
    expect(await screen.findByRole('link', { name: 'Saltar al contenido' })).toBeTruthy();
    expect(screen.getByRole('button', { name: /español/ }).getAttribute('aria-pressed')).toBe('true');
    expect(screen.getByRole('button', { name: /English/ }).getAttribute('aria-pressed')).toBe('false');
    expect(localStorage.getItem('language')).toBe('es');
    expect(document.documentElement.lang).toBe('es');
  });

  it('says so when a language does not come, stays in the one it has, and goes over at Retry', async () => {
    let isBroken = true;
    await addTexts('mf-far', {
      en: async () => ({ default: {} }),
      es: async () => {
        if (isBroken) throw new TypeError('Failed to fetch');
        return { default: {} };
      },
    });
    const { user } = open({ as: 'visitor' });
    await user.click(screen.getByRole('button', { name: /español/ }));
    await waitFor(() =>
      expect(useToasts.getState().current).toMatchObject({ title: 'The language didn’t load' }),
    );
    expect(screen.getByRole('link', { name: 'Skip to content' })).toBeTruthy();
    expect(document.documentElement.lang).toBe('en');
    isBroken = false;
    act(() => useToasts.getState().current?.action?.onSelect());
    expect(await screen.findByRole('link', { name: 'Saltar al contenido' })).toBeTruthy();
  });

  it('gives the parts of every page their words in the chosen language', async () => {
    const { user } = open({ as: 'visitor' });
    await act(() => i18n.changeLanguage('es'));
    await user.click(screen.getByRole('button', { name: 'Menú' }));
    expect(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Cerrar' })).toBeTruthy();
  });

  it('lists the twelve static pages in its footer', () => {
    open({ as: 'visitor' });
    const footer = screen.getByRole('contentinfo');
    expect(hrefs(footer)).toEqual([
      ['About Us', '/about/us'],
      ['Careers', '/about/careers'],
      ['Press', '/about/press'],
      ['Blog', '/about/blog'],
      ['Help Center', '/about/help'],
      ['Safety Tips', '/about/safety'],
      ['Contact Us', '/about/contact'],
      ['Community Guidelines', '/about/guidelines'],
      ['Terms of Service', '/about/terms'],
      ['Privacy Policy', '/about/privacy'],
      ['Cookie Policy', '/about/cookies'],
      ['Accessibility', '/about/accessibility'],
    ]);
  });

  it.runIf(process.env.LONG).each(['visitor', 'member'] as const)(
    'has no accessibility faults for a %s',
    async (as) => {
      const { container } = open({ as });
      const { violations } = await axe.run(container);
      expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
    },
  );
});

describe('logging out', () => {
  async function logout({ user }: ReturnType<typeof open>) {
    await user.click(screen.getByRole('button', { name: /^Your menu/ }));
    await user.click(await screen.findByRole('menuitem', { name: 'Logout' }));
  }

  it('ends on the home page, from a protected page too', async () => {
    server.use(mock('POST /api/logout', () => ({ success: true })));
    // Code that is still on its way, as the landing page's: the router shows the old page until it is there.
    const Home = lazyScreen(
      () => new Promise<ComponentType>((resolve) => setTimeout(resolve, 100, () => <h1>Home</h1>)),
    );
    const page = open({ as: 'member', path: '/dashboard', home: <Home /> });
    queryClient.setQueryData(['social', 'secret'], 'what a member saw');
    await logout(page);
    await screen.findByRole('heading', { name: 'Home' });
    expect(address()).toBe('/');
    expect(screen.getByRole('link', { name: 'Login' })).toBeTruthy();
    expect(queryClient.getQueryData(['social', 'secret'])).toBeUndefined();
  });

  it('says so when the server cannot be told, and the member stays', async () => {
    server.use(
      mock('POST /api/logout', () => {
        throw new MockFailure(503, 'unavailable', { message: 'Please try again in a moment.' });
      }),
    );
    const page = open({ as: 'member', path: '/dashboard' });
    await logout(page);
    await waitFor(() =>
      expect(useToasts.getState().current).toMatchObject({
        title: 'Logout failed',
        description: '503: Please try again in a moment.',
        tone: 'danger',
      }),
    );
    expect(address()).toBe('/dashboard');
    expect(screen.getByRole('button', { name: /^Your menu/ })).toBeTruthy();
  });
});

describe('a suspended member', () => {
  it.each([Chrome, ChromeV2])('is offered the way out, and no sign-in', async (Frame) => {
    server.use(mock('POST /api/logout', () => ({ success: true })));
    const { user } = open({ as: 'suspended', path: '/about/guidelines', Frame, home: <h1>Home</h1> });
    expect(screen.queryByRole('link', { name: 'Login' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Menu' }));
    const menu = await screen.findByRole('dialog');
    expect(within(menu).queryByRole('link', { name: 'Login' })).toBeNull();
    await user.click(within(menu).getByRole('button', { name: 'Logout' }));
    await waitFor(() => expect(address()).toBe('/'));
    expect(screen.getByRole('link', { name: 'Login' })).toBeTruthy();
  });
});

describe('BareFrame', () => {
  it('has the way home and the page, and nothing else of the site', async () => {
    const { container } = open({ as: 'member', Frame: BareFrame });
    expect(screen.getAllByRole('link').map((link) => link.textContent)).toEqual(['Skip to content', 'Frens']);
    expect(screen.queryByRole('contentinfo')).toBeNull();
    expect(within(screen.getByRole('main')).getByRole('heading', { name: 'A page' })).toBeTruthy();
    const { violations } = await axe.run(container);
    expect(violations.map(({ id }) => id)).toEqual([]);
  });
});

describe('ChromeV2', () => {
  it('has the same links, menu and static pages', async () => {
    const { user } = open({ as: 'member', path: '/v2/profile', Frame: ChromeV2 });
    expect(hrefs(screen.getByRole('navigation', { name: 'Main' }))).toEqual([
      ['Vibe Quiz', '/vibe-quiz'],
      ['Frens', '/browse'],
    ]);
    expect(hrefs(screen.getByRole('contentinfo'))).toHaveLength(12);
    await user.click(screen.getByRole('button', { name: /^Your menu/ }));
    expect((await screen.findAllByRole('menuitem')).map((item) => item.getAttribute('href'))).toEqual([
      '/bamboo',
      '/profile',
      '/privacy-settings',
      null,
    ]);
  });

  it.runIf(process.env.LONG)('has no accessibility faults', async () => {
    const { container } = open({ as: 'member', path: '/v2/profile', Frame: ChromeV2 });
    const { violations } = await axe.run(container);
    expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
  });
});

it('leads a visitor of a member’s page to sign in, and back to the very part that they wanted (D6)', async () => {
  open({ as: 'visitor', path: '/dashboard?tab=connections#requests' });
  const next = encodeURIComponent('/dashboard?tab=connections#requests');
  await waitFor(() => expect(address()).toBe(`/auth?next=${next}`));
});
