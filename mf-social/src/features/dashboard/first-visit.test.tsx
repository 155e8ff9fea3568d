import type { FirstSteps } from '@frens/contract';
import {
  buildConnection,
  buildHome,
  buildPanda,
  buildPendingConnection,
  buildPublicUser,
  buildUser,
} from '@frens/contract/fixtures';
import { mock } from '@frens/contract/mocks';
import { memberPicture } from '@frens/contract/picture-files';
import { storeFirstCircle } from '@frens/members/first-circle';
import { queryKeys, readAgain } from '@frens/platform';
import { type RenderOptions, renderRemote } from '@frens/platform/testing';
import { act, cleanup, screen, within } from '@testing-library/react';
import axe from 'axe-core';
import { afterEach, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { remote } from '../../remote.tsx';

beforeAll(() => Promise.all(remote.routes.map(async ({ Component }) => Component.preload?.())));
afterEach(() => {
  cleanup();
  localStorage.clear();
});

const open = (options: Partial<RenderOptions> = {}) =>
  renderRemote(remote, { path: '/dashboard', scenario: 'empty', ...options });
const title = (name: string) => screen.findByRole('heading', { level: 1, name });
const states = async () =>
  within(await screen.findByRole('region', { name: 'Three steps to get started' }))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent);

/** The API answer with these steps done. */
const done = (...names: ('profile' | 'circle' | 'fren')[]) =>
  mock('GET /api/home', () =>
    buildHome({
      panda: buildPanda({ name: 'Bold Forest' }),
      news: [
        {
          kind: 'friend',
          id: 'f1',
          friend: buildPublicUser(),
          hasMessages: false,
          at: '2026-11-20T10:00:00.000Z',
        },
      ],
      firstSteps: {
        steps: {
          profile: names.includes('profile'),
          circle: names.includes('circle'),
          fren: names.includes('fren'),
        },
        onlyCircle: names.includes('circle') ? 'c1' : null,
        grants: [{ kind: 'welcome', amount: '100.00' }],
      },
    }),
  );

describe('a first visit (D56)', () => {
  it('greets, shows the grants and the steps with their state', async () => {
    const page = await open({ handlers: [done('profile')] });
    await title('Welcome, Robin Vale!');
    expect((await screen.findByRole('region', { name: /^BAMBOO/ })).textContent).toContain(
      '100.00 BAMBOOfor joining',
    );
    expect(await states()).toEqual([
      'Tell your frens about yourself Done',
      'Join a circle Still to do',
      'Meet a fren Still to do',
    ]);
    const quiz = screen.getByRole('link', { name: 'Take the vibe quiz' });
    expect([quiz.getAttribute('href'), quiz.dataset['variant']]).toEqual(['/vibe-quiz', 'celebrate']);
    const progress = screen.getByRole<HTMLProgressElement>('progressbar', {
      name: 'Your progress',
    });
    expect([progress.value, progress.max, progress.getAttribute('aria-valuetext')]).toEqual([
      1,
      3,
      '1 of 3 done',
    ]);
    const { violations } = await axe.run(page.container, { rules: { region: { enabled: false } } });
    expect(violations.map(({ id }) => id)).toEqual([]);
  });

  it('keeps heading and focus while loading, and causes no layout shift', async () => {
    let tell = (): void => undefined;
    const isKnown = new Promise<void>((resolve) => {
      tell = resolve;
    });
    const steps = { profile: true, circle: true, fren: false };
    await open({
      handlers: [
        mock('GET /api/home', async () => {
          await isKnown;
          return buildHome({ firstSteps: { steps, onlyCircle: null, grants: [] } });
        }),
      ],
    });
    const heading = await title('Welcome, Robin Vale!');
    heading.focus();
    // Said by an outline alone, which goes where scripts are lost.
    expect(
      screen.getByText('Seeing what’s new for you…').closest('[role=status][data-shape]'),
    ).not.toBeNull();
    expect(screen.queryByRole('link', { name: /^Take the vibe quiz/ })).toBeNull();
    tell();
    expect(await states()).toHaveLength(3);
    expect(document.activeElement).toBe(heading);
  });

  it('updates the grants while on screen, as after a quiz taken before joining (D41)', async () => {
    const given: FirstSteps['grants'] = [{ kind: 'welcome', amount: '100.00' }];
    await open({
      handlers: [
        mock('GET /api/home', () =>
          buildHome({
            firstSteps: {
              steps: { profile: false, circle: false, fren: false },
              onlyCircle: null,
              grants: given,
            },
          }),
        ),
      ],
    });
    await screen.findByText('100.00');
    given.push({ kind: 'quiz', amount: '25.00' });
    readAgain([{ queryKey: queryKeys.home }]);
    expect(await screen.findByText('25.00')).toBeTruthy();
  });

  it('works without local storage, and can be dismissed for the visit', async () => {
    const refuse = () => {
      throw new DOMException('The operation is insecure.', 'SecurityError');
    };
    const names = ['getItem', 'setItem'] as const;
    const spies = names.map((name) => vi.spyOn(Storage.prototype, name).mockImplementation(refuse));
    onTestFinished(() => {
      for (const spy of spies) spy.mockRestore();
    });
    const { user } = await open({ handlers: [done()] });
    await title('Welcome, Robin Vale!');
    await user.click(await screen.findByRole('button', { name: 'Hide this' }));
    expect(await title('Welcome back, Robin Vale!')).toBeTruthy();
  });

  it('shows the member’s Panda, and renders in Spanish', async () => {
    await open({ scenario: 'typical', language: 'es', handlers: [done()] });
    await title('¡Te damos la bienvenida, Robin Vale!');
    expect((await screen.findByRole('img', { name: 'Tu Panda' })).getAttribute('src')).toMatch(
      /^\/media\/drawings\//,
    );
    expect(await screen.findByRole('heading', { level: 2, name: /^Hola, soy / })).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Conoce a tu Panda' }).getAttribute('href')).toMatch(
      /^\/panda\//,
    );
    expect(screen.queryByRole('link', { name: 'Haz el test de vibra' })).toBeNull();
    expect(await screen.findByText('100,00')).toBeTruthy();
  });

  it('stays until dismissed, and returns on request', async () => {
    const { user } = await open({ handlers: [done()] });
    await user.click(await screen.findByRole('button', { name: 'Hide this' }));
    await title('Welcome back, Robin Vale!');
    cleanup();
    await open({ handlers: [done()] });
    await title('Welcome back, Robin Vale!');
    expect(screen.queryByText('Three steps to get started')).toBeNull();
    cleanup();
    const again = await open({ path: '/dashboard?welcome', handlers: [done('profile', 'circle', 'fren')] });
    await title('Welcome, Robin Vale!');
    await again.user.click(await screen.findByRole('button', { name: 'Hide this' }));
    await title('Welcome back, Robin Vale!');
    expect(again.location()).toBe('/dashboard');
  });

  describe('celebrates', () => {
    const celebrated = () => screen.queryByRole('heading', { name: /^Your first|^Three of three/ });
    const visit = async (...steps: Parameters<typeof done>) => {
      cleanup();
      const page = await open({ scenario: 'typical', handlers: [done(...steps)] });
      await screen.findByRole('heading', { level: 1, name: /^Welcome/ });
      await screen.findByRole('tablist');
      return page;
    };

    it('the first friend, with both faces, once', async () => {
      await visit('profile');
      expect(celebrated()).toBeNull();
      await visit('profile', 'fren');
      expect(celebrated()?.textContent).toBe('Your first friend!');
      const faces = celebrated()?.closest('[data-tone]')?.querySelectorAll('img') ?? [];
      expect([...faces].map(({ src }) => new URL(src).pathname)).toEqual(
        [buildUser(), buildPublicUser()].map((one) => memberPicture(one).src),
      );
      const hello = await screen.findByRole('link', { name: 'Say hello' });
      expect(hello.getAttribute('href')).toMatch(/^\/frens\/.+/);
      await visit('profile', 'fren');
      expect(celebrated()).toBeNull();
    });

    it('the first circle, once, with a link to it, unless the circle’s page has done so', async () => {
      await visit('profile');
      await visit('profile', 'circle');
      expect(celebrated()?.textContent).toBe('Your first circle!');
      expect(screen.getByRole('link', { name: 'Go to your circle' }).getAttribute('href')).toBe('/groups/c1');
      await visit('profile', 'circle');
      expect(celebrated()).toBeNull();
      localStorage.clear();
      await visit('profile');
      storeFirstCircle('celebrated');
      await visit('profile', 'circle');
      expect(celebrated()).toBeNull();
    });

    it('a first circle created before the home was opened, only for its creator', async () => {
      await visit('circle');
      expect(celebrated()).toBeNull();
      localStorage.clear();
      storeFirstCircle('made');
      await visit('circle');
      expect(celebrated()?.textContent).toBe('Your first circle!');
      await visit('circle');
      expect(celebrated()).toBeNull();
    });

    it('steps completed after the dismissal', async () => {
      const { user } = await visit('profile');
      await user.click(screen.getByRole('button', { name: 'Hide this' }));
      await visit('profile', 'fren');
      expect(celebrated()?.textContent).toBe('Your first friend!');
      expect(screen.queryByText('Three steps to get started')).toBeNull();
    });

    it('the last step, completed by the first friend', async () => {
      await visit('profile', 'circle');
      await visit('profile', 'circle', 'fren');
      expect(celebrated()?.textContent).toBe('Three of three, and your first friend!');
      expect(screen.getByRole('link', { name: 'Say hello' })).toBeTruthy();
      localStorage.clear();
      await visit('profile', 'fren');
      const { user } = await visit('profile', 'circle', 'fren');
      expect(celebrated()?.textContent).toBe('Three of three: you’ve arrived');
      expect(screen.getByRole('link', { name: 'Meet more frens' }).getAttribute('href')).toBe(
        '/browse?sort=for-you',
      );
      await user.click(screen.getAllByRole('button', { name: 'Hide this' })[0] ?? document.body);
      expect(celebrated()).toBeNull();
      await visit('profile', 'circle', 'fren');
      expect(celebrated()).toBeNull();
    });
  });

  it('celebrates the last step where it happens, can be hidden, and keeps the steps in place until then', async () => {
    const steps = { profile: true, circle: true, fren: false };
    let askedForCandidates = 0;
    const { user } = await open({
      handlers: [
        mock('GET /api/matches/candidates', () => {
          askedForCandidates += 1;
          return [];
        }),
        mock('GET /api/home', () =>
          buildHome({
            firstSteps: { steps, onlyCircle: null, grants: [] },
            waiting: {
              requests: {
                items: [
                  buildPendingConnection({ id: 'r1', user: buildPublicUser({ relation: 'incoming' }) }),
                ],
                total: 1,
              },
            },
          }),
        ),
        mock('POST /api/connections/:id/accept', () =>
          buildConnection({ id: 'r1', status: 'accepted', direction: 'incoming' }),
        ),
      ],
    });
    const celebration = () => screen.queryByRole('heading', { name: /^Three of three/ });
    await user.click(await screen.findByRole('button', { name: /^Accept/ }));
    // On the press, not on the answer: nothing moves unprompted.
    expect(celebration()).toBeTruthy();
    expect(screen.queryByText(/are friends now/)).toBeNull();
    expect(screen.queryByRole('link', { name: 'Say hello' })).toBeNull();
    expect(screen.queryByRole('heading', { name: 'No friends yet' })).toBeNull();
    await user.click(screen.getByRole('button', { name: /^Undo/ }));
    expect(celebration()).toBeNull();
    await user.click(await screen.findByRole('button', { name: /^Accept/ }));
    act(() => void dispatchEvent(new Event('pagehide')));
    expect(await screen.findByRole('link', { name: 'Say hello' })).toBeTruthy();
    expect(screen.queryByRole('link', { name: /^Say hello to/ })).toBeNull();
    expect(celebration()).toBeTruthy();
    // A candidate for an introduction exists now.
    await expect.poll(() => askedForCandidates).toBe(2);
    expect(await states()).toHaveLength(3);
    await user.click(screen.getAllByRole('button', { name: 'Hide this' })[0] ?? document.body);
    expect(screen.queryByRole('heading', { name: /^Three of three/ })).toBeNull();
  });

  it('is over once the steps are done', async () => {
    await open({ handlers: [done('profile', 'circle', 'fren')] });
    await title('Welcome back, Robin Vale!');
    const kept = () => Object.keys(localStorage).filter((key) => key.startsWith('first-visit:'));
    await expect.poll(kept).toHaveLength(1);
  });

  it('waits for a complete profile, and never blocks the page', async () => {
    await open({ user: buildUser({ name: '', username: null, profileComplete: false }) });
    await screen.findByRole('heading', { name: 'Complete your profile' });
    expect(screen.queryByText('Three steps to get started')).toBeNull();
    cleanup();
    await open({ scenario: 'failing' });
    await title('Welcome back, Robin Vale!');
  });
});
