import type { Circle } from '@frens/contract';
import {
  buildCircle as buildAnswer,
  buildCirclePage,
  buildFirstSteps,
  buildHome,
  buildUser,
  drawingOf,
} from '@frens/contract/fixtures';
import { limits } from '@frens/contract/limits';
import { MockFailure, mock } from '@frens/contract/mocks';
import { readFirstCircle } from '@frens/members/first-circle';
import { useSearchParams } from '@frens/platform';
import { renderRemote } from '@frens/platform/testing';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import axe from 'axe-core';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { isFirstCircle } from '../../circles/use-enter-circle.ts';
import { remote } from '../../remote.tsx';

// Preloads the screen's code for the first test.
beforeAll(() => Promise.all(remote.routes.map(async ({ Component }) => Component.preload?.())));
afterEach(cleanup);

const buildCircle = (overrides: Partial<Circle>) =>
  buildAnswer({
    id: 'circle-1',
    name: 'Sunday Soup Table',
    description: 'We cook for the street.',
    memberCount: 3,
    ...overrides,
  });

/** A mock server that pages the list and counts joins. */
function circlesOnServer(circles: Circle[]) {
  const keys: (string | null)[] = [];
  return {
    circles,
    keys,
    handlers: [
      mock('GET /api/circles', () => circles),
      mock('POST /api/circles/:id/join', ({ params, request }) => {
        keys.push(request.headers.get('Idempotency-Key'));
        const index = circles.findIndex(({ id }) => id === params.id);
        const circle = circles[index];
        if (!circle) throw new MockFailure(404, 'not_found');
        const joined: Circle = {
          ...circle,
          membership: 'member',
          wayIn: { kind: 'none' },
          memberCount: circle.memberCount + 1,
        };
        circles[index] = joined;
        return joined;
      }),
      mock('POST /api/circles', ({ body, request }) => {
        keys.push(request.headers.get('Idempotency-Key'));
        const circle = buildCircle({
          id: 'new',
          name: body.name,
          description: body.description,
          circleType: body.circleType,
          isPandaGated: body.circleType === 'stake_gated',
          memberCount: 1,
          membership: 'owner',
        });
        circles.unshift(circle);
        return circle;
      }),
    ],
  };
}

const card = (name: string) => screen.findByRole('article', { name });

describe('the list', () => {
  it('fits the prerendered page, however long the members’ texts', async () => {
    const longest = {
      name: "'".repeat(limits.circleName.max),
      description: "'".repeat(limits.circleDescription.max),
    };
    const circles = mock('GET /api/circles', ({ request }) =>
      Array.from({ length: Number(new URL(request.url).searchParams.get('limit') ?? 100) }, (_, at) =>
        buildCircle({ ...longest, id: `${at}` }),
      ),
    );
    await renderRemote(remote, { path: '/groups', handlers: [circles] });
    await screen.findAllByRole('article');
    // Escaped as by React, and within the page limit of 500,000 characters.
    expect(document.body.innerHTML.replaceAll("'", '&#x27;').length).toBeLessThan(400_000);
  });

  it('shows name, description, type, member count and how to join', async () => {
    const { handlers } = circlesOnServer([
      buildCircle({}),
      buildCircle({
        id: '2',
        name: 'Trust Circle',
        circleType: 'stake_gated',
        gateMinAmount: '10.00',
        memberCount: 1,
      }),
    ]);
    await renderRemote(remote, { path: '/groups', handlers });

    expect(screen.getByRole('heading', { level: 1, name: 'Fren Circles' })).toBeTruthy();
    const soup = within(await card('Sunday Soup Table'));
    expect(soup.getByText('We cook for the street.')).toBeTruthy();
    expect(soup.getByText('open')).toBeTruthy();
    expect(soup.getByText('3 members')).toBeTruthy();
    expect(soup.getByRole('button', { name: /^Join/ })).toBeTruthy();
    const trust = within(await card('Trust Circle'));
    expect(trust.getByText('stake gated')).toBeTruthy();
    expect(trust.getByText('1 member')).toBeTruthy();
    expect(trust.getByText('For frens with at least 10.00 BAMBOO staked on Pandas.')).toBeTruthy();
  });

  it.each([
    ['requested', 'Requested'],
    ['member', 'Joined'],
    ['admin', 'Admin'],
    ['owner', 'Your circle'],
  ] as const)('offers no joining to somebody who is %s', async (membership, words) => {
    const { handlers } = circlesOnServer([buildCircle({ membership })]);
    await renderRemote(remote, { path: '/groups', handlers });

    const soup = within(await card('Sunday Soup Table'));
    expect(soup.getByText(words)).toBeTruthy();
    expect(soup.queryByRole('button', { name: /^Join/ })).toBeNull();
  });

  it('shows the empty state', async () => {
    await renderRemote(remote, { path: '/groups', scenario: 'empty' });
    expect(await screen.findByText('No circles available yet.')).toBeTruthy();
  });

  it('explains a failure and loads on a retry', async () => {
    let isDown = true;
    const handlers = [
      mock('GET /api/circles', () => {
        if (isDown) throw new MockFailure(503, 'unavailable', { message: 'Back in a minute.' });
        return [buildCircle({})];
      }),
    ];
    const { user } = await renderRemote(remote, { path: '/groups', handlers });

    expect(await screen.findByText('We couldn’t load the circles')).toBeTruthy();
    expect(screen.getByText('Back in a minute.')).toBeTruthy();
    isDown = false;
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await card('Sunday Soup Table')).toBeTruthy();
  });

  it.runIf(process.env.LONG)('has no accessibility faults', async () => {
    const { container } = await renderRemote(remote, { path: '/groups' });
    await screen.findAllByRole('article');
    const { violations } = await axe.run(container, { rules: { region: { enabled: false } } });
    expect(violations).toEqual([]);
  });
});

describe('searching', () => {
  it('filters case-insensitively by name or description, updates the URL, and clears', async () => {
    const { handlers } = circlesOnServer([
      buildCircle({}),
      buildCircle({ id: '2', name: 'Trail Frens', description: 'Hikes.' }),
    ]);
    const { user } = await renderRemote(remote, { path: '/groups?q=S', handlers });
    await card('Trail Frens');

    await user.type(screen.getByPlaceholderText('Search circles...'), 'TREET');
    await waitFor(() => expect(screen.queryByRole('article', { name: 'Trail Frens' })).toBeNull());
    expect(await card('Sunday Soup Table')).toBeTruthy();
    expect(screen.getByRole('status').textContent).toBe('1 circle');

    await user.type(screen.getByRole('searchbox'), ' opera');
    expect(await screen.findByText('No circles found matching your search.')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Clear search' }));
    expect(await card('Trail Frens')).toBeTruthy();
  });

  it('keeps what something else on the page wrote to the URL just before', async () => {
    function Elsewhere() {
      const [, change] = useSearchParams();
      return (
        <button type="button" onClick={() => change(new URLSearchParams('kept=1'))}>
          Elsewhere
        </button>
      );
    }
    const routes = remote.routes.map(({ path, Component }) => ({
      path,
      Component: () => [<Elsewhere key="elsewhere" />, <Component key="screen" />],
    }));
    const { handlers } = circlesOnServer([buildCircle({})]);
    const { location } = await renderRemote(
      { ...remote, routes },
      { path: '/groups', handlers, isArriving: true },
    );
    await card('Sunday Soup Table');
    act(() => {
      fireEvent.click(screen.getByRole('button', { name: 'Elsewhere' }));
      fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'soup' } });
    });
    expect(location()).toBe('/groups?kept=1&q=soup');
  });

  it('queries the server while not all pages are loaded (D1)', { timeout: 60_000 }, async () => {
    const all = Array.from({ length: 26 }, (_, index) =>
      buildCircle({ id: `circle-${index}`, name: `Circle ${index}`, description: `Number ${index}` }),
    );
    const asked: string[] = [];
    const handlers = [
      mock('GET /api/circles', ({ query }) => {
        asked.push(query.q ?? '');
        return all.filter(({ name }) => name.toLowerCase().includes(query.q ?? ''));
      }),
    ];
    const { user } = await renderRemote(remote, { path: '/groups', handlers });
    await screen.findByText('Circle 23');
    expect(screen.queryByText('Circle 25')).toBeNull();

    const box = screen.getByPlaceholderText('Search circles...');
    await user.click(box);
    await user.paste('circle 25');
    expect(await screen.findByText('Circle 25')).toBeTruthy();
    expect(asked).toContain('circle 25');

    await user.clear(box);
    await user.click(await screen.findByText('Show more'));
    expect(await screen.findByText('Circle 25')).toBeTruthy();
    const calls = asked.length;
    await user.click(box);
    await user.paste('circle 24');
    await waitFor(() => expect(screen.queryByText('Circle 25')).toBeNull());
    expect(screen.getByText('Circle 24')).toBeTruthy();
    expect(asked).toHaveLength(calls);
  });
});

describe('a visitor', () => {
  it('is sent to sign in for joining and creating', async () => {
    const { handlers } = circlesOnServer([buildCircle({})]);
    const { user, location } = await renderRemote(remote, { path: '/groups', handlers, user: null });

    const soup = within(await card('Sunday Soup Table'));
    expect(soup.getByRole('link', { name: /^Sign In to Join/ }).getAttribute('href')).toBe(
      '/auth?next=%2Fgroups%2Fcircle-1',
    );
    await user.click(screen.getByRole('link', { name: 'Sign In to Create' }));
    expect(location()).toBe('/auth?next=%2Fgroups');
  });
});

describe('joining', () => {
  it('welcomes and opens the circle with a hello; the first is celebrated, also before the home was opened', async () => {
    const { handlers, keys, circles } = circlesOnServer([buildCircle({})]);
    const firstSteps = buildFirstSteps({
      steps: { profile: true, circle: true, fren: false },
      onlyCircle: 'circle-1',
    });
    const { user, location } = await renderRemote(remote, {
      path: '/groups',
      handlers: [
        ...handlers,
        mock('GET /api/home', () => buildHome({ firstSteps })),
        mock('GET /api/circles/:id', () => ({ ...buildCirclePage(circles[0]), showsMembers: false })),
        mock('GET /api/circles/:id/notices', () => []),
      ],
    });
    const soup = within(await card('Sunday Soup Table'));

    await user.click(soup.getByRole('button', { name: /^Join/ }));
    expect(await screen.findByText('Joined Circle!')).toBeTruthy();
    expect(screen.getByText('Welcome to your new Fren Circle.')).toBeTruthy();
    expect(keys[0]).toMatch(/^[\x20-\x7e]{1,255}$/);
    const joined = within(await screen.findByRole('region', { name: 'Your first circle!' }));
    await waitFor(() => expect(readFirstCircle()).toBe('celebrated'));
    expect(await isFirstCircle('circle-1')).toBe(false);
    expect(location()).toBe('/groups/circle-1');
    expect(screen.getByText('4 members')).toBeTruthy();
    await user.click(joined.getByRole('button', { name: 'Say hello to the circle' }));
    expect(document.activeElement).toBe(screen.getByRole('textbox'));
  });

  it('requests an invitation where one is required (D58)', async () => {
    const circles = [buildCircle({ circleType: 'invite' })];
    const notes: string[] = [];
    const handlers = [
      mock('GET /api/circles', () => circles),
      mock('POST /api/circles/:id/requests', ({ body }) => {
        notes.push(body.note);
        return buildCircle({ circleType: 'invite', membership: 'requested' });
      }),
    ];
    const { user } = await renderRemote(remote, { path: '/groups', handlers });
    const soup = within(await card('Sunday Soup Table'));
    expect(soup.getByText('Members invite new members.')).toBeTruthy();
    expect(soup.queryByRole('button', { name: /^Join/ })).toBeNull();
    await user.click(soup.getByRole('button', { name: /^Ask to be invited/ }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Ask to join Sunday Soup Table' }));
    await user.type(dialog.getByRole('textbox', { name: 'Your note' }), 'I bring bread.');
    // Session storage keeps the note across a reload (D63).
    cleanup();
    await renderRemote(remote, { path: '/groups', handlers });
    await user.click(await screen.findByRole('button', { name: /^Ask to be invited/ }));
    expect(screen.getByRole('textbox', { name: 'Your note' })).toHaveProperty('value', 'I bring bread.');
    await user.click(screen.getByRole('button', { name: 'Send request' }));
    expect(await screen.findByText('Request sent')).toBeTruthy();
    const asked = within(await card('Sunday Soup Table'));
    expect(await asked.findByText('Requested')).toBeTruthy();
    expect(asked.queryByRole('button')).toBeNull();
    expect(notes).toEqual(['I bring bread.']);
  });

  it.each([
    [
      'panda-7',
      'Go to this circle’s Panda Sunday Soup Table',
      '/panda/panda-7?back&for=circle-1',
      'Bold Fern',
    ],
    [null, 'Find a Panda to back Sunday Soup Table', '/panda?for=circle-1', 'Pandas'],
  ])(
    'states the missing stake and its Panda, and links the Panda %s (D31)',
    async (pandaId, words, address, name) => {
      const wayIn = { kind: 'stake', pandaId, required: '10.00', current: '2.50' } as const;
      const gatePanda = pandaId === null ? null : { id: pandaId, name, imageUrl: drawingOf('p1') };
      const { handlers } = circlesOnServer([
        buildCircle({ circleType: 'stake_gated', gatePandaId: pandaId, gatePanda, wayIn }),
      ]);
      await renderRemote(remote, { path: '/groups', handlers });
      const soup = within(await card('Sunday Soup Table'));
      expect(soup.getByRole('link', { name: words }).getAttribute('href')).toBe(address);
      expect(soup.getByText(`For frens with at least 10.00 BAMBOO staked on ${name}.`)).toBeTruthy();
      expect(soup.getByText('You’ve staked 2.50 of the 10.00 BAMBOO needed.')).toBeTruthy();
      expect(soup.queryByRole('button', { name: /^Join/ })).toBeNull();
    },
  );

  it('shows the remaining way to join when another closed meanwhile', async () => {
    const circles = [buildCircle({})];
    const handlers = [
      mock('GET /api/circles', () => circles),
      mock('POST /api/circles/:id/join', () => {
        circles[0] = buildCircle({ circleType: 'invite' });
        throw new MockFailure(403, 'invite_required', { message: 'Ask a member.' });
      }),
    ];
    const { user } = await renderRemote(remote, { path: '/groups', handlers });
    const soup = within(await card('Sunday Soup Table'));
    await user.click(soup.getByRole('button', { name: /^Join/ }));
    expect((await screen.findByRole('alert')).textContent).toBe('Join Failed Ask a member.');
    await waitFor(() => expect(soup.queryByRole('button', { name: /^Join/ })).toBeNull());
  });

  it('requires a complete profile', async () => {
    const { handlers } = circlesOnServer([buildCircle({ wayIn: { kind: 'none' } })]);
    await renderRemote(remote, { path: '/groups', handlers, user: buildUser({ profileComplete: false }) });
    const soup = within(await card('Sunday Soup Table'));
    expect(soup.getByRole('link', { name: 'Complete your profile' }).getAttribute('href')).toBe('/dashboard');
  });

  it('retries a failed join with the same idempotency key (D52)', async () => {
    const keys: (string | null)[] = [];
    const handlers = [
      mock('GET /api/circles', () => [buildCircle({})]),
      mock('POST /api/circles/:id/join', ({ request }) => {
        keys.push(request.headers.get('Idempotency-Key'));
        throw new MockFailure(503, 'unavailable', { message: 'Back in a minute.' });
      }),
    ];
    const { user } = await renderRemote(remote, { path: '/groups', handlers });
    const soup = within(await card('Sunday Soup Table'));

    await user.click(soup.getByRole('button', { name: /^Join/ }));
    expect((await screen.findByRole('alert')).textContent).toBe('Join Failed Back in a minute.');
    await user.click(await soup.findByRole('button', { name: /^Join/ }));
    await waitFor(() => expect(keys).toHaveLength(2));
    expect(keys[0]).toBe(keys[1]);
  });
});

describe('creating', () => {
  it('creates a circle of the chosen type, opens it and resets the form', async () => {
    const { handlers, circles } = circlesOnServer([buildCircle({})]);
    const { user, location } = await renderRemote(remote, {
      path: '/groups',
      handlers: [
        ...handlers,
        mock('GET /api/circles/:id', () => ({ ...buildCirclePage(circles[0]), showsMembers: false })),
        mock('GET /api/circles/:id/notices', () => []),
      ],
    });
    await card('Sunday Soup Table');

    await user.click(screen.getByRole('button', { name: 'Create Circle' }));
    const dialog = within(screen.getByRole('dialog', { name: 'Create a New Fren Circle' }));
    const submit = dialog.getByRole<HTMLButtonElement>('button', { name: 'Create Circle' });
    expect(submit.disabled).toBe(true);
    await user.type(dialog.getByRole('textbox', { name: /^Circle Name/ }), '   ');
    expect(submit.disabled).toBe(true);

    await user.type(dialog.getByRole('textbox', { name: /^Circle Name/ }), 'Night Kayaks');
    await user.type(dialog.getByRole('textbox', { name: /^Description/ }), 'Lanterns and quiet water.');
    expect(dialog.getByRole<HTMLInputElement>('radio', { name: /^Open - Anyone can join/ }).checked).toBe(
      true,
    );
    expect(dialog.getByRole('radio', { name: /^Invite Only/ })).toBeTruthy();
    await user.click(dialog.getByRole('radio', { name: /^Invite Only/ }));
    await user.keyboard('[Enter]');

    expect(await screen.findByText('Circle Created!')).toBeTruthy();
    expect(screen.getByText('Your Fren Circle is now live and ready for members.')).toBeTruthy();
    expect(await screen.findByRole('heading', { level: 1, name: 'Night Kayaks' })).toBeTruthy();
    expect(location()).toBe('/groups/new');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(circles[0]).toMatchObject({
      name: 'Night Kayaks',
      description: 'Lanterns and quiet water.',
      circleType: 'invite',
    });

    await user.click(screen.getByRole('link', { name: 'All circles' }));
    expect(within(await card('Night Kayaks')).getByText('Your circle')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Create Circle' }));
    expect(screen.getByRole<HTMLInputElement>('radio', { name: /^Open/ }).checked).toBe(true);
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: /^Circle Name/ }).value).toBe('');
  });

  it('keeps the input and marks the field on a refusal', async () => {
    const handlers = [
      mock('GET /api/circles', () => []),
      mock('POST /api/circles', () => {
        const fields = { name: 'Please choose another name.' };
        throw new MockFailure(400, 'invalid', { message: 'Please check the fields.', fields });
      }),
    ];
    const { user } = await renderRemote(remote, { path: '/groups', handlers });
    await user.click(await screen.findByRole('button', { name: 'Create Circle' }));
    const dialog = within(screen.getByRole('dialog'));
    const name = dialog.getByRole<HTMLInputElement>('textbox', { name: /^Circle Name/ });
    await user.type(name, 'Admin');
    await user.click(dialog.getByRole('button', { name: 'Create Circle' }));

    expect(await screen.findByText('Creation Failed')).toBeTruthy();
    expect(dialog.getByText('Please choose another name.')).toBeTruthy();
    expect(name.value).toBe('Admin');
    expect(name.getAttribute('aria-invalid')).toBe('true');

    await user.keyboard('[Escape]');
    expect(screen.queryByRole('dialog')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Create Circle' }));
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: /^Circle Name/ }).value).toBe('Admin');
  });
});

it('renders in Spanish', async () => {
  const { handlers } = circlesOnServer([buildCircle({ memberCount: 1200 })]);
  await renderRemote(remote, { path: '/groups', handlers, language: 'es' });
  expect(screen.getByRole('heading', { level: 1, name: 'Círculos Fren' })).toBeTruthy();
  const soup = within(await card('Sunday Soup Table'));
  expect(soup.getByText('abierto')).toBeTruthy();
  expect(soup.getByText('1200 miembros')).toBeTruthy();
  expect(soup.getByRole('button', { name: 'Unirme Sunday Soup Table' })).toBeTruthy();
});
