import { buildPanda } from '@frens/contract/fixtures';
import { MockFailure, mock } from '@frens/contract/mocks';
import { currentLanguage, i18n } from '@frens/platform';
import { renderRemote } from '@frens/platform/testing';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import axe from 'axe-core';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { remote } from '../../remote.tsx';

// Preloads the screen's code for the first test.
beforeAll(() => Promise.all(remote.routes.map(async ({ Component }) => Component.preload?.())));
afterEach(cleanup);

const tide = buildPanda({ id: 'a-1', name: 'Quiet Tide', frenQuotient: '87.5', uniqueBackers: 12 });
const summit = buildPanda({ id: 'a-2', name: 'Bold Summit', frenQuotient: '50.0', uniqueBackers: 1 });
const many = Array.from({ length: 30 }, (_, index) =>
  buildPanda({ id: `panda-${index}`, name: `Panda number ${index}` }),
);

const list = () => screen.findByRole('list', { name: 'All Pandas' });

describe('the list of Pandas (D47)', () => {
  it('shows image, name, quotient and backers to a visitor', async () => {
    await renderRemote(remote, {
      path: '/panda',
      user: null,
      handlers: [mock('GET /api/pandas', () => [tide, summit])],
    });

    expect(screen.getByRole('heading', { level: 1, name: 'Pandas' })).toBeTruthy();
    const [first, second] = within(await list()).getAllByRole('article');
    const card = within(first ?? document.body);
    expect(card.getByRole('heading', { name: 'Quiet Tide' })).toBeTruthy();
    expect(card.getByText('FQ 88')).toBeTruthy();
    expect(card.getByText('Fren Quotient 88')).toBeTruthy();
    expect(card.getByText('12 backers')).toBeTruthy();
    expect(first?.querySelector('img')?.getAttribute('src')).toBe(tide.imageUrl);
    expect(within(second ?? document.body).getByText('1 backer')).toBeTruthy();
  });

  it('opens the profile from the card, by keyboard too', async () => {
    const { user, location } = await renderRemote(remote, {
      path: '/panda',
      handlers: [mock('GET /api/pandas', () => [tide, summit])],
    });
    await list();
    const link = screen.getByRole('link', { name: 'Quiet Tide' });
    expect(link.hasAttribute('data-card-link')).toBe(true);
    link.focus();
    await user.keyboard('{Enter}');
    expect(location()).toBe('/panda/a-1');
  });

  it('opens the stake form from "Back", after sign-in for visitors', async () => {
    const handlers = [
      mock('GET /api/pandas', () => [tide, buildPanda({ id: 'a-3', isMine: true })]),
      mock('GET /api/pandas/:id', () => tide),
      mock('GET /api/pandas/:id/stakes', () => []),
      mock('GET /api/pandas/:id/content', () => []),
    ];
    const { user, location } = await renderRemote(remote, { path: '/panda', handlers });
    await list();
    expect(screen.getByText('This is your Panda')).toBeTruthy();
    expect(screen.getAllByRole('link', { name: /^Back / })).toHaveLength(1);
    await user.click(screen.getByRole('link', { name: 'Back Quiet Tide' }));
    expect(location()).toBe('/panda/a-1?back');
    await waitFor(() =>
      expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'BAMBOO amount' })),
    );
    cleanup();
    await renderRemote(remote, { path: '/panda', user: null, handlers });
    const link = await screen.findByRole('link', { name: 'Sign in to back Quiet Tide' });
    expect(link.getAttribute('href')).toBe('/panda/a-1?back');
  });

  it('finds by part of a name, without case and accents, and updates the URL', async () => {
    const cafe = buildPanda({ id: 'a-3', name: 'Café Hearth' });
    const { user, location } = await renderRemote(remote, {
      path: '/panda?q=tid',
      handlers: [mock('GET /api/pandas', () => [tide, summit, cafe])],
    });
    const field = await screen.findByRole<HTMLInputElement>('searchbox', {
      name: 'Search Pandas by name…',
    });
    expect(field.value).toBe('tid');
    await waitFor(() => expect(screen.getAllByRole('article')).toHaveLength(1));
    expect(screen.getByRole('heading', { name: 'Quiet Tide' })).toBeTruthy();
    await user.clear(field);
    expect(location()).toBe('/panda');
    await user.type(field, 'CAFE');
    expect(location()).toBe('/panda?q=CAFE');
    expect(screen.getByRole('heading', { name: 'Café Hearth' })).toBeTruthy();
    await user.type(field, ' none');
    expect(await screen.findByText('No Pandas found')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Show all Pandas' }));
    await waitFor(() => expect(screen.getAllByRole('article')).toHaveLength(3));
    expect(location()).toBe('/panda');
  });

  it('explains an excessive search without truncating it', async () => {
    const q = 'x'.repeat(101);
    await renderRemote(remote, {
      path: `/panda?q=${q}`,
      handlers: [mock('GET /api/pandas', () => [tide, summit])],
    });
    expect(await screen.findByText('1 character too many')).toBeTruthy();
    expect(screen.getByRole<HTMLInputElement>('searchbox').value).toBe(q);
    expect(within(await list()).getAllByRole('article')).toHaveLength(2);
  });

  it('clears a search without matches after a language switch, and no other', async () => {
    const told = () => [
      buildPanda({ id: 'a-1', name: currentLanguage() === 'es' ? 'Marea serena' : 'Quiet Tide' }),
      buildPanda({ id: 'a-2', name: 'Bruno' }),
    ];
    const { user } = await renderRemote(remote, {
      path: '/panda',
      handlers: [mock('GET /api/pandas', told)],
    });
    await list();
    const search = screen.getByRole<HTMLInputElement>('searchbox');
    const speak = (language: 'en' | 'es') => act(() => i18n.changeLanguage(language));
    await user.type(search, 'bruno');
    await speak('es');
    await waitFor(() => expect(screen.getAllByRole('article')).toHaveLength(1));
    expect(search.value).toBe('bruno');
    await speak('en');
    await user.clear(search);
    await user.type(search, 'quiet');
    await speak('es');
    await waitFor(() => expect(search.value).toBe(''));
    expect(await screen.findByRole('heading', { name: 'Marea serena' })).toBeTruthy();
    // Text typed in the new language stays, also without matches.
    await user.type(search, 'quiet');
    await waitFor(() => expect(screen.queryAllByRole('article')).toEqual([]));
    expect(search.value).toBe('quiet');
  });

  it('restores the list when returning from a Panda', async () => {
    const { user, location } = await renderRemote(remote, {
      path: '/panda?q=tid&kind=warmth&sort=fq',
      handlers: [
        mock('GET /api/pandas', () => [tide, summit]),
        mock('GET /api/pandas/:id', () => tide),
        mock('GET /api/pandas/:id/stakes', () => []),
        mock('GET /api/pandas/:id/content', () => []),
      ],
    });
    await user.click(await screen.findByRole('link', { name: 'Quiet Tide' }));
    await user.click(await screen.findByRole('link', { name: 'Back to the list' }));
    expect(location()).toBe('/panda?q=tid&kind=warmth&sort=fq');
  });

  it('orders by score and filters by leading trait, and updates the URL', async () => {
    const bold = { ...summit, traits: { ...summit.traits, adventure: 100 } };
    const { user, location } = await renderRemote(remote, {
      path: '/panda?sort=none',
      handlers: [mock('GET /api/pandas', ({ query }) => (query.sort === 'fq' ? [tide, bold] : [bold, tide]))],
    });
    const names = () => screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent);
    await list();
    expect(names()).toEqual(['Bold Summit', 'Quiet Tide']);
    await user.selectOptions(screen.getByRole('combobox', { name: 'Order' }), 'Highest FQ first');
    expect(location()).toBe('/panda?sort=fq');
    await waitFor(() => expect(names()).toEqual(['Quiet Tide', 'Bold Summit']));
    await user.selectOptions(screen.getByRole('combobox', { name: 'Kind' }), 'Bold and energetic');
    expect(location()).toBe('/panda?sort=fq&kind=adventure');
    await waitFor(() => expect(names()).toEqual(['Bold Summit']));
    await user.selectOptions(screen.getByRole('combobox', { name: 'Kind' }), 'All kinds');
    await user.selectOptions(screen.getByRole('combobox', { name: 'Order' }), 'Newest first');
    expect(location()).toBe('/panda');
  });

  it('explains an empty result, and clears the filters', async () => {
    const { user, location } = await renderRemote(remote, {
      path: '/panda?sort=rising',
      handlers: [mock('GET /api/pandas', ({ query }) => (query.sort === 'rising' ? [] : [tide]))],
    });
    expect(await screen.findByText('No Pandas found')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Show all Pandas' }));
    expect(await screen.findByRole('heading', { name: 'Quiet Tide' })).toBeTruthy();
    expect(location()).toBe('/panda');
  });

  it('queries the server while not all pages are loaded', async () => {
    const asked: (string | undefined)[] = [];
    const { user } = await renderRemote(remote, {
      path: '/panda',
      handlers: [
        mock('GET /api/pandas', ({ query }) => {
          asked.push(query.q);
          return query.q ? [summit] : many;
        }),
      ],
    });
    await list();
    await user.type(screen.getByRole('searchbox', { name: 'Search Pandas by name…' }), 'bold');
    expect(await screen.findByRole('heading', { name: 'Bold Summit' })).toBeTruthy();
    expect(asked).toEqual([undefined, 'bold']);
  });

  it('loads more pages and focuses the first new Panda', async () => {
    const { user } = await renderRemote(remote, {
      path: '/panda',
      handlers: [mock('GET /api/pandas', () => many)],
    });
    expect(within(await list()).getAllByRole('listitem')).toHaveLength(24);
    expect(screen.getByText('24 Pandas shown')).toBeTruthy();

    await user.click(screen.getByRole('button', { name: 'Show more' }));
    await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(30));
    expect(document.activeElement).toBe(screen.getByRole('link', { name: 'Panda number 24' }));
    expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull();
  });

  it('keeps the loaded pages when the next one fails, and retries', async () => {
    let isDown = true;
    const { user } = await renderRemote(remote, {
      path: '/panda',
      handlers: [
        mock('GET /api/pandas', ({ query }) => {
          if (query.cursor && isDown)
            throw new MockFailure(503, 'unavailable', { message: 'Back in a minute.' });
          return many;
        }),
      ],
    });
    await list();
    await user.click(screen.getByRole('button', { name: 'Show more' }));
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('We couldn’t load the rest of the list.');
    expect(alert.textContent).toContain('Back in a minute.');
    expect(screen.getAllByRole('listitem')).toHaveLength(24);

    isDown = false;
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(30));
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('shows the loading state', async () => {
    let arrive: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      arrive = resolve;
    });
    await renderRemote(remote, {
      path: '/panda',
      handlers: [
        mock('GET /api/pandas', async () => {
          await held;
          return [tide];
        }),
      ],
    });
    expect(screen.getByRole('status').textContent).toBe('Loading Pandas…');
    arrive();
    expect(await screen.findByRole('link', { name: 'Back Quiet Tide' })).toBeTruthy();
  });

  it('links to the quiz while there is no Panda', async () => {
    const { user, location } = await renderRemote(remote, { path: '/panda', scenario: 'empty' });
    expect(await screen.findByText('No Pandas yet')).toBeTruthy();
    await user.click(screen.getByRole('link', { name: 'Take Your Vibe Quiz' }));
    expect(location()).toBe('/vibe-quiz');
  });

  it('explains a failure and loads on a retry', async () => {
    let isDown = true;
    const { user } = await renderRemote(remote, {
      path: '/panda',
      handlers: [
        mock('GET /api/pandas', () => {
          if (isDown) throw new MockFailure(503, 'unavailable', { message: 'Back in a minute.' });
          return [tide];
        }),
      ],
    });
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('We couldn’t load the Pandas');
    expect(alert.textContent).toContain('Back in a minute.');
    isDown = false;
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('link', { name: 'Back Quiet Tide' })).toBeTruthy();
  });

  it('renders in Spanish', async () => {
    await renderRemote(remote, {
      path: '/panda',
      language: 'es',
      handlers: [mock('GET /api/pandas', () => [tide, summit])],
    });
    expect(await screen.findByRole('link', { name: 'Apoyar a Quiet Tide' })).toBeTruthy();
    expect(screen.getByText('12 frens lo apoyan')).toBeTruthy();
    expect(screen.getByText('1 fren lo apoya')).toBeTruthy();
  });

  it.runIf(process.env.LONG)('has no accessibility faults', async () => {
    const { container } = await renderRemote(remote, { path: '/panda' });
    await list();
    const { violations } = await axe.run(container, { rules: { region: { enabled: false } } });
    expect(violations).toEqual([]);
  });
});
