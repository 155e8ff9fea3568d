import { buildContent, buildStake, buildUser } from '@frens/contract/fixtures';
import { MockFailure, mock } from '@frens/contract/mocks';
import { i18n } from '@frens/platform';
import { renderRemote } from '@frens/platform/testing';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import axe from 'axe-core';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { remote } from '../../remote.tsx';
import { handlersOf, milestone, panda, path, post, review } from './testing/profile-answers.ts';

// Preloads the screen's code for the first test.
beforeAll(() => Promise.all(remote.routes.map(async ({ Component }) => Component.preload?.())));
afterEach(cleanup);

const name = () => screen.findByRole('heading', { level: 1, name: 'Quiet Tide' });

describe('the portrait', () => {
  it('shows the Panda, as specified', async () => {
    await renderRemote(remote, { path, handlers: handlersOf() });
    await name();

    const portrait = screen.getByRole('img', { name: 'Portrait of Quiet Tide' });
    expect(portrait.getAttribute('src')).toBe(panda.imageUrl);
    expect(screen.getByText('FQ 188')).toBeTruthy();
    expect(screen.getByText('Panda #abc123')).toBeTruthy();
    const traits = within(screen.getByRole('list', { name: 'Traits' }));
    expect(traits.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
      'Warmth: 40',
      'Service: 30',
      'Creativity: 20',
      'Wisdom: 90',
      'Adventure: 10',
    ]);
    expect(screen.getByText('BAMBOO Staked').nextElementSibling?.textContent).toBe('1,250.50');
    expect(screen.getByText('Unique Backers').nextElementSibling?.textContent).toBe('2');
    const owner = screen.getByText('Maya Okafor’s Panda');
    expect(owner.querySelector('img')?.getAttribute('src')).toBe(panda.imageUrl);
    expect(screen.queryByText('This is your Panda')).toBeNull();
  });

  it('shows tone and quirks', async () => {
    await renderRemote(remote, { path, handlers: handlersOf() });
    await name();

    expect(screen.getByRole('heading', { level: 2, name: 'AI Personality' })).toBeTruthy();
    const voice = screen.getByRole('heading', { name: 'Voice & Tone' });
    expect(voice.nextElementSibling?.textContent).toBe('Thoughtful and deep');
    expect(screen.getByText('Hums along with the tide')).toBeTruthy();
    // Each item once.
    expect(screen.getAllByText('Thoughtful and deep')).toHaveLength(1);
  });

  it('charts the traits with their values, among the figures', async () => {
    const { user } = await renderRemote(remote, { path, handlers: handlersOf() });
    await name();
    await user.click(screen.getByRole('tab', { name: 'Analytics' }));
    const words =
      'The five traits of Quiet Tide: Warmth: 40, Service: 30, Creativity: 20, Wisdom: 90, Adventure: 10';
    expect(await screen.findByRole('img', { name: words })).toBeTruthy();
  });

  it('says "Developing..." without a tone', async () => {
    const young = { ...panda, aiPersonality: { tone: '', quirks: [] } };
    await renderRemote(remote, { path, handlers: handlersOf({ panda: young }) });
    await name();
    expect(screen.getByText('Developing...')).toBeTruthy();
    expect(screen.getByText('Its quirks are still growing.')).toBeTruthy();
  });

  it('marks the member’s own Panda', async () => {
    await renderRemote(remote, { path, handlers: handlersOf({ panda: { ...panda, isMine: true } }) });
    await name();
    expect(screen.getByText('This is your Panda')).toBeTruthy();
    // Writing precedes the content.
    const words = await screen.findByRole('textbox', { name: 'What’s new?' });
    expect(screen.getByRole('tab', { name: 'Posts' }).getAttribute('aria-selected')).toBe('true');
    expect(words.closest('form')?.textContent).toContain('Post');
    expect(screen.getByRole('button', { name: 'Back This Panda' })).toBeTruthy();
    expect(screen.getByText('BAMBOO Staked').nextElementSibling?.textContent).toBe('1,250.50');
    expect(await screen.findByText('Nobody has backed your Panda yet.')).toBeTruthy();
  });

  it('hides the owner from those who may not see them (D16)', async () => {
    await renderRemote(remote, { path, handlers: handlersOf({ panda: { ...panda, owner: null } }) });
    await name();
    expect(screen.queryByText(/’s Panda/)).toBeNull();
  });
});

describe('recent backers', () => {
  const backers = () =>
    within(screen.getByRole('heading', { name: 'Recent Backers' }).closest('section') ?? document.body);

  it('lists the three newest, each once with their total', async () => {
    const stakes = [
      buildStake({
        id: '1',
        stakerId: 'm-1',
        stakerName: 'Ana',
        stakerImage: '/media/pictures/ana.webp',
        amount: '5.00',
      }),
      buildStake({
        id: '2',
        stakerId: 'qvbtme',
        stakerName: null,
        stakerUsername: null,
        stakerImage: null,
        amount: '1000.50',
      }),
      buildStake({
        id: '3',
        stakerId: 'm-1',
        stakerName: 'Ana',
        stakerImage: '/media/pictures/ana.webp',
        amount: '2.50',
      }),
      buildStake({ id: '4', stakerId: buildUser().id, stakerName: 'Robin Vale', amount: '0.25' }),
      buildStake({ id: '5', stakerId: 'm-4', stakerName: 'Ben', amount: '9.00' }),
    ];
    await renderRemote(remote, { path, user: buildUser(), handlers: handlersOf({ stakes }) });
    await name();

    await waitFor(() => expect(backers().getAllByRole('listitem')).toHaveLength(3));
    const [first, second, third] = backers().getAllByRole('listitem');
    expect(first?.textContent).toBe('Ana7.50');
    expect(first?.querySelector('img')?.getAttribute('src')).toBe('/media/pictures/ana.webp');
    expect(
      within(first as HTMLElement)
        .getByRole('link')
        .getAttribute('href'),
    ).toBe('/frens/ana.ruiz');
    expect(second?.textContent).toBe('Fren #qvbtme1,000.50');
    expect(third?.textContent).toBe('Robin ValeYou0.25');
  });

  it('invites the first backer', async () => {
    await renderRemote(remote, { path, handlers: handlersOf() });
    expect(await screen.findByText('Nobody has backed this Panda yet. Be the first.')).toBeTruthy();
  });

  it('fails independently and loads on a retry', async () => {
    let isDown = true;
    const { user } = await renderRemote(remote, {
      path,
      handlers: [
        mock('GET /api/pandas/:id/stakes', () => {
          if (isDown) throw new MockFailure(503, 'unavailable');
          return [buildStake({ stakerId: 'm-1', stakerName: 'Ana' })];
        }),
        ...handlersOf(),
      ],
    });
    await name();
    expect(await screen.findByText('We couldn’t load the backers.')).toBeTruthy();
    isDown = false;
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('Ana')).toBeTruthy();
  });
});

describe('the tabs', () => {
  it('shows type, date, content and tags on the timeline, at most ten items', async () => {
    const older = Array.from({ length: 12 }, (_, index) =>
      buildContent({ id: `old-${index}`, content: `Old news ${index}` }),
    );
    await renderRemote(remote, { path, handlers: handlersOf({ content: [post, milestone, ...older] }) });
    await name();

    const timeline = within(screen.getByRole('tabpanel', { name: 'Timeline' }));
    await waitFor(() => expect(timeline.getAllByRole('article')).toHaveLength(10));
    const [first, second] = timeline.getAllByRole('article');
    const words = within(first ?? document.body);
    expect(words.getByText('Post')).toBeTruthy();
    expect(words.getByText('Mar 5, 2026').getAttribute('datetime')).toBe(post.createdAt);
    expect(words.getByText('Planted the garlic.')).toBeTruthy();
    expect(words.getByText('#garden')).toBeTruthy();
    expect(words.getByText('#autumn')).toBeTruthy();
    expect(within(second ?? document.body).getByText('Milestone')).toBeTruthy();
  });

  it('shows posts and reviews with count, date and engagement; tabs work by keyboard', async () => {
    const { user } = await renderRemote(remote, {
      path,
      handlers: handlersOf({ content: [post, milestone, review] }),
    });
    await name();

    await user.click(screen.getByRole('tab', { name: 'Posts' }));
    const posts = within(screen.getByRole('tabpanel', { name: 'Posts' }));
    expect(await posts.findByRole('heading', { name: 'Posts (1)' })).toBeTruthy();
    expect(posts.getAllByRole('article')).toHaveLength(1);
    expect(posts.getByText('Planted the garlic.')).toBeTruthy();
    expect(posts.getByText('Mar 5, 2026')).toBeTruthy();
    expect(posts.getByText('Engagement: 4.0')).toBeTruthy();

    await user.keyboard('{ArrowRight}');
    const reviews = within(screen.getByRole('tabpanel', { name: 'Reviews' }));
    expect(await reviews.findByRole('heading', { name: 'Reviews (1)' })).toBeTruthy();
    expect(reviews.getByText('Showed up when it rained.')).toBeTruthy();
    expect(reviews.getByText('Engagement: 0.5')).toBeTruthy();
  });

  it('has an empty state for every list', async () => {
    const { user } = await renderRemote(remote, { path, handlers: handlersOf() });
    await name();
    expect(await screen.findByText('No Content Yet')).toBeTruthy();
    await user.click(screen.getByRole('tab', { name: 'Posts' }));
    expect(await screen.findByRole('heading', { name: 'Posts (0)' })).toBeTruthy();
    expect(screen.getByText('No posts yet from this Panda.')).toBeTruthy();
    await user.click(screen.getByRole('tab', { name: 'Reviews' }));
    expect(await screen.findByText('No reviews yet from this Panda.')).toBeTruthy();
  });

  it('explains a failure, keeps the portrait, and loads on a retry', async () => {
    let isDown = true;
    const { user } = await renderRemote(remote, {
      path,
      handlers: [
        mock('GET /api/pandas/:id/content', () => {
          if (isDown) throw new MockFailure(503, 'unavailable', { message: 'Back in a minute.' });
          return [post];
        }),
        ...handlersOf(),
      ],
    });
    await name();
    expect(await screen.findByText('We couldn’t load the content')).toBeTruthy();
    expect(screen.getByText('Back in a minute.')).toBeTruthy();
    await user.click(screen.getByRole('tab', { name: 'Analytics' }));
    expect(screen.getByText('Total Content').previousElementSibling?.textContent).toBe(
      'We couldn’t count this',
    );

    await user.click(screen.getByRole('tab', { name: 'Timeline' }));
    isDown = false;
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('Planted the garlic.')).toBeTruthy();
  });

  it('loads older content on request and counts the loaded items', async () => {
    const content = Array.from({ length: 130 }, (_, index) =>
      buildContent({ id: `p-${index}`, type: 'post', content: `News ${index}` }),
    );
    const { user } = await renderRemote(remote, { path, handlers: handlersOf({ content }) });
    await name();
    await screen.findByText('News 0');
    await user.click(screen.getByRole('tab', { name: 'Posts' }));
    expect(await screen.findByRole('heading', { name: 'Posts (100+)' })).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Show more' }));
    expect(await screen.findByRole('heading', { name: 'Posts (130)' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull();
  });
});

describe('the screen', () => {
  it('shows the loading state', async () => {
    let arrive: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      arrive = resolve;
    });
    await renderRemote(remote, {
      path,
      handlers: [
        mock('GET /api/pandas/:id', async () => {
          await held;
          return panda;
        }),
        ...handlersOf(),
      ],
    });
    expect(screen.getByRole('status').textContent).toBe('Loading Panda Profile...');
    arrive();
    expect(await name()).toBeTruthy();
  });

  it('shows a missing page for an unknown Panda', async () => {
    const { user, location } = await renderRemote(remote, { path: '/panda/nobody' });
    expect(await screen.findByRole('heading', { level: 1, name: 'Panda not found' })).toBeTruthy();
    await user.click(screen.getByRole('link', { name: 'See all Pandas' }));
    expect(location()).toBe('/panda');
  });

  it('explains a failure and loads on a retry', async () => {
    let isDown = true;
    const { user } = await renderRemote(remote, {
      path,
      handlers: [
        mock('GET /api/pandas/:id', () => {
          if (isDown) throw new MockFailure(503, 'unavailable', { message: 'Back in a minute.' });
          return panda;
        }),
        ...handlersOf(),
      ],
    });
    expect((await screen.findByRole('alert')).textContent).toContain('We couldn’t load this Panda');
    expect(screen.getByText('Back in a minute.')).toBeTruthy();
    isDown = false;
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await name()).toBeTruthy();
  });

  it('refetches the Panda after a language switch, without blanking', async () => {
    const asked: string[] = [];
    await renderRemote(remote, {
      path,
      handlers: [
        mock('GET /api/pandas/:id', ({ language }) => {
          asked.push(language);
          return { ...panda, aiPersonality: { tone: language === 'es' ? 'Sereno' : 'Calm', quirks: [] } };
        }),
        ...handlersOf(),
      ],
    });
    await name();
    await act(() => i18n.changeLanguage('es'));
    expect(screen.getByRole('heading', { level: 1, name: 'Quiet Tide' })).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Apoyar a este Panda' })).toBeTruthy();
    expect(await screen.findByText('Sereno')).toBeTruthy();
    expect(asked).toEqual(['en', 'es']);
  });

  it.runIf(process.env.LONG).each(['en', 'es'] as const)(
    'has no accessibility faults in %s',
    async (language) => {
      const { container } = await renderRemote(remote, {
        path,
        language,
        handlers: handlersOf({ stakes: [buildStake({})], content: [buildContent({})] }),
      });
      await name();
      await screen.findByText(/Planted the last/);
      const { violations } = await axe.run(container, { rules: { region: { enabled: false } } });
      expect(violations).toEqual([]);
    },
  );
});
