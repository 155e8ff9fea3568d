import { buildCircle, buildPanda, buildUser, fixtureId } from '@frens/contract/fixtures';
import { MockFailure, mock } from '@frens/contract/mocks';
import { renderRemote } from '@frens/platform/testing';
import { cleanup, screen, within } from '@testing-library/react';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { BackupScreen, LandingScreen } from '../routes/shell-screens.ts';
import { shellRemote } from '../testing/shell-remote.ts';

beforeAll(() => Promise.all([LandingScreen.preload(), BackupScreen.preload()]));
afterEach(cleanup);

const circle = buildCircle({
  id: fixtureId('circle', 1),
  name: 'Sunday Soup Table',
  circleType: 'invite',
  memberCount: 1,
});
const panda = buildPanda({ id: fixtureId('panda', 1), name: 'Gentle Forest', uniqueBackers: 3 });
const circles = mock('GET /api/circles', () => [circle]);
const pandas = mock('GET /api/pandas', () => [panda]);

const part = (name: string) => screen.findByRole('region', { name });
const asVisitor = { path: '/', user: null } as const;

describe('what goes on, on the landing page', () => {
  it('shows the newest circles and the Pandas on the rise, each with its way', async () => {
    const asked: string[] = [];
    const { requests } = await renderRemote(shellRemote, {
      ...asVisitor,
      handlers: [
        mock('GET /api/circles', ({ query }) => {
          asked.push(`circles ${query.limit}`);
          return [circle];
        }),
        mock('GET /api/pandas', ({ query }) => {
          asked.push(`pandas ${query.sort} ${query.limit}`);
          return [panda];
        }),
      ],
    });
    const newest = within(await part('Newest circles'));
    const link = await newest.findByRole('link', { name: 'Sunday Soup Table' });
    expect(link.getAttribute('href')).toBe(`/groups/${circle.id}`);
    expect(newest.getByText('invite')).toBeTruthy();
    expect(newest.getByText('1 member')).toBeTruthy();
    expect(link.closest('li')?.querySelector('svg[data-hue]')).toBeTruthy();
    expect(newest.getByRole('link', { name: 'All circles' }).getAttribute('href')).toBe('/groups');

    const rising = within(await part('Pandas on the rise'));
    const name = await rising.findByRole('link', { name: 'Gentle Forest' });
    expect(name.getAttribute('href')).toBe(`/panda/${panda.id}`);
    expect(rising.getByText('3 backers')).toBeTruthy();
    expect(rising.getByRole('link', { name: 'All rising Pandas' }).getAttribute('href')).toBe(
      '/panda?sort=rising',
    );
    expect(asked.sort()).toEqual(['circles 3', 'pandas rising 4']);
    expect(requests).toHaveLength(2);
  });

  it('shows the same on /backup', async () => {
    await renderRemote(shellRemote, { path: '/backup', user: null, handlers: [circles, pandas] });
    expect(await screen.findByRole('link', { name: 'Sunday Soup Table' })).toBeTruthy();
    expect(await screen.findByRole('link', { name: 'Gentle Forest' })).toBeTruthy();
  });

  it('says when there is nothing yet', async () => {
    await renderRemote(shellRemote, { ...asVisitor, scenario: 'empty' });
    expect(await screen.findByText('No circles yet. Yours can be the first.')).toBeTruthy();
    expect(await screen.findByText('No Panda has found a new backer this week yet.')).toBeTruthy();
  });

  it('says what is coming', async () => {
    await renderRemote(shellRemote, { ...asVisitor, scenario: 'loading' });
    expect(await screen.findByRole('status', { name: 'Loading circles…' })).toBeTruthy();
    expect(screen.getByRole('status', { name: 'Loading Pandas…' })).toBeTruthy();
  });

  it('keeps the page when a part does not come, and tries that part again', async () => {
    let fails = true;
    const { user } = await renderRemote(shellRemote, {
      ...asVisitor,
      handlers: [
        circles,
        mock('GET /api/pandas', () => {
          if (fails) throw new MockFailure(503, 'unavailable');
          return [panda];
        }),
      ],
    });
    expect(await screen.findByRole('link', { name: 'Sunday Soup Table' })).toBeTruthy();
    expect(await screen.findByText('We couldn’t load the rising Pandas')).toBeTruthy();
    fails = false;
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('link', { name: 'Gentle Forest' })).toBeTruthy();
  });

  it('speaks Spanish', async () => {
    await renderRemote(shellRemote, { ...asVisitor, language: 'es', handlers: [circles, pandas] });
    const rising = within(await part('Pandas que despuntan'));
    expect(await rising.findByText('3 frens lo apoyan')).toBeTruthy();
  });
});

describe('who is not asked to join', () => {
  const joinLinks = () =>
    screen.queryAllByRole('link').filter((link) => link.getAttribute('href') === '/auth?tab=register');

  it.each(['/', '/backup'])('is a member on %s, who is shown the way on', async (path) => {
    await renderRemote(shellRemote, { path, user: buildUser(), handlers: [circles, pandas] });
    await screen.findByRole('link', { name: 'Gentle Forest' });
    expect(joinLinks()).toEqual([]);
    expect(screen.queryByRole('form')).toBeNull();
    expect(screen.getAllByRole('link', { name: 'Go to your dashboard' })[0]?.getAttribute('href')).toBe(
      '/dashboard',
    );
    for (const link of screen.getAllByRole('link', { name: 'Find a circle' }))
      expect(link.getAttribute('href')).toBe('/groups');
  });

  it('greets a member by name and leads to their Panda, or to the quiz', async () => {
    await renderRemote(shellRemote, { path: '/', user: buildUser({ name: 'Ada', pandaId: panda.id }) });
    const card = within(screen.getByRole('region', { name: 'Good to see you, Ada!' }));
    expect(card.getByRole('link', { name: 'See your Panda' }).getAttribute('href')).toBe(
      `/panda/${panda.id}`,
    );
  });

  it('is anybody while it is not known who is there', async () => {
    await renderRemote(shellRemote, {
      path: '/',
      user: null,
      handlers: [
        mock('GET /api/user', () => {
          throw new MockFailure(503, 'unavailable');
        }),
      ],
    });
    await screen.findByRole('heading', { level: 1 });
    // Both are there; styles show one, by whether the browser has a session cookie.
    for (const links of [joinLinks(), screen.getAllByRole('link', { name: 'Go to your dashboard' })])
      for (const link of links)
        expect(link.closest('[data-reader=visitor], [data-reader=member]')).not.toBeNull();
    expect(document.querySelector('form')?.closest('[data-reader=visitor]')).not.toBeNull();
  });
});
