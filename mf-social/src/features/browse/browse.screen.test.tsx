import type { PublicUser } from '@frens/contract';
import { buildConnection, buildPublicUser } from '@frens/contract/fixtures';
import { MockFailure, mock, OtherAnswer } from '@frens/contract/mocks';
import { renderRemote } from '@frens/platform/testing';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import axe from 'axe-core';
import { HttpResponse, http } from 'msw';
import { afterEach, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { remote } from '../../remote.tsx';

// Preloads the screen's code for the first test.
beforeAll(() => Promise.all(remote.routes.map(async ({ Component }) => Component.preload?.())));
afterEach(cleanup);

const ana = buildPublicUser({ id: 'ana', name: 'Ana Núñez', age: 25, occupation: 'Gardener', pandaId: 'p1' });
const ben = buildPublicUser({ id: 'ben', name: 'Ben Adler', age: 41, gender: 'male', occupation: 'Baker' });
const chris = buildPublicUser({
  id: 'chris',
  name: 'Chris Doe',
  age: null,
  gender: 'non-binary',
  occupation: '',
  bio: '',
  interests: [],
  pandaId: null,
});

/** A mock server that pages the list and records its requests. */
function membersOnServer(members: PublicUser[], { pageSize = 100 } = {}) {
  const asked: string[] = [];
  const keys: (string | null)[] = [];
  const setRelation = (id: string, relation: PublicUser['relation']) => {
    const index = members.findIndex((member) => member.id === id);
    const member = members[index];
    if (member) members[index] = { ...member, relation, canConnect: false };
  };
  return {
    asked,
    keys,
    handlers: [
      http.get('*/api/users', ({ request }) => {
        const { searchParams } = new URL(request.url);
        asked.push(searchParams.toString());
        const found = members.filter(({ name }) => name.includes(searchParams.get('q') ?? ''));
        const start = Number(searchParams.get('cursor') ?? 0);
        const end = start + pageSize;
        const next = `</api/users?cursor=${end}>; rel="next"`;
        const headers = end < found.length ? { Link: next } : undefined;
        return HttpResponse.json(found.slice(start, end), { headers });
      }),
      mock('POST /api/connections', ({ body, request }) => {
        keys.push(request.headers.get('Idempotency-Key'));
        const isAnswer = members.find(({ id }) => id === body.friendId)?.relation === 'incoming';
        setRelation(body.friendId, isAnswer ? 'friend' : 'outgoing');
        const connection = buildConnection({
          friendId: body.friendId,
          status: isAnswer ? 'accepted' : 'pending',
        });
        return isAnswer ? new OtherAnswer(connection) : connection;
      }),
    ],
  };
}

const cards = () =>
  screen.queryAllByRole('article').map((card) => within(card).getByRole('heading').textContent);

describe('the list', () => {
  it('says that it loads by its outline alone, which goes where scripts are lost', async () => {
    const never = http.get('*/api/users', () => new Promise<never>(() => {}));
    await renderRemote(remote, { path: '/browse', handlers: [never] });
    const [words, ...others] = await screen.findAllByText('Loading frens…');
    expect(words?.closest('[data-shape]')).not.toBeNull();
    expect(others).toEqual([]);
  });

  it('shows the members, with placeholders for hidden fields', async () => {
    await renderRemote(remote, { path: '/browse', handlers: membersOnServer([ana, chris]).handlers });
    const card = within(await screen.findByRole('article', { name: 'Ana Núñez, 25' }));
    expect(card.getByText('Gardener')).toBeTruthy();
    expect(card.getByText('Woman')).toBeTruthy();
    expect(within(card.getByRole('list', { name: 'Interests' })).getAllByRole('listitem')).toHaveLength(3);
    const page = card.getByRole('link', { name: 'Ana Núñez, 25' });
    expect(page.getAttribute('href')).toBe('/frens/maya.okafor');

    const other = within(screen.getByRole('article', { name: 'Chris Doe' }));
    expect(other.getByText('No occupation set')).toBeTruthy();
    expect(other.getByText('No bio available.')).toBeTruthy();
    expect(other.getByText('Non-binary')).toBeTruthy();
    expect(screen.getByRole('status').textContent).toBe('2 frens');
  });

  it('counts the interests that do not fit on a card, and names them to screen readers', async () => {
    const interests = ['tea', 'kites', 'choir', 'bread', 'maps', 'owls'];
    const { handlers } = membersOnServer([{ ...ana, interests }]);
    await renderRemote(remote, { path: '/browse', handlers });
    const list = within(await screen.findByRole('list', { name: 'Interests' }));
    expect(list.getAllByRole('listitem')).toHaveLength(5);
    expect(list.getByText('+2')).toBeTruthy();
    expect(list.getByText('and also maps, owls')).toBeTruthy();
  });

  it('shows the empty state when there is no other member', async () => {
    await renderRemote(remote, { path: '/browse', scenario: 'empty' });
    expect(await screen.findByRole('heading', { name: 'Nobody here yet' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Clear Filters' })).toBeNull();
  });

  it('explains a failure and retries on request', async () => {
    const { user, server } = await renderRemote(remote, { path: '/browse', scenario: 'failing' });
    const problem = within(await screen.findByRole('alert'));
    expect(problem.getByRole('heading', { name: 'We couldn’t load the frens' })).toBeTruthy();
    expect(problem.getByText(/^The site is busy/)).toBeTruthy();
    server.use(...membersOnServer([ben]).handlers);
    await user.click(problem.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('article', { name: 'Ben Adler, 41' })).toBeTruthy();
  });

  it('renders in Spanish', async () => {
    await renderRemote(remote, {
      path: '/browse',
      language: 'es',
      handlers: membersOnServer([{ ...chris }]).handlers,
    });
    const card = within(await screen.findByRole('article'));
    expect(card.getByText('Aún no hay biografía.')).toBeTruthy();
    expect(card.getByRole('button', { name: 'Conectar con Chris Doe' })).toBeTruthy();
    expect(screen.getByRole('searchbox', { name: 'Buscar nombre u ocupación…' })).toBeTruthy();
  });

  it.runIf(process.env.LONG)('has no accessibility violations', async () => {
    const { container } = await renderRemote(remote, {
      path: '/browse',
      handlers: membersOnServer([ana, chris]).handlers,
    });
    await screen.findAllByRole('article');
    const { violations } = await axe.run(container);
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([]);
  });
});

describe('filters', () => {
  it('filter while typing without a request, and update the URL', async () => {
    const { handlers, asked } = membersOnServer([ana, ben, chris]);
    const { user, location } = await renderRemote(remote, { path: '/browse', handlers });
    await screen.findAllByRole('article');
    await user.type(screen.getByRole('searchbox', { name: 'Search by name or occupation...' }), 'BAK');
    expect(cards()).toEqual(['Ben Adler, 41']);
    expect(screen.getByRole('status').textContent).toBe('1 fren');
    expect(location()).toBe('/browse?q=BAK');
    expect(asked).toHaveLength(1);
  });

  it('by gender and age are read from the URL and can be changed', async () => {
    const { handlers } = membersOnServer([ana, ben, chris]);
    const { user, location } = await renderRemote(remote, {
      path: '/v2/browse?gender=male&age=36-45',
      handlers,
    });
    await waitFor(() => expect(cards()).toEqual(['Ben Adler, 41']));
    await user.selectOptions(screen.getByLabelText('Age'), '18–25');
    expect(location()).toBe('/v2/browse?gender=male&age=18-25');
    expect(await screen.findByRole('heading', { name: 'No profiles found' })).toBeTruthy();
    await user.selectOptions(screen.getByLabelText('Gender'), 'Woman');
    expect(cards()).toEqual(['Ana Núñez, 25']);
  });

  it('without a match can be cleared by one button', async () => {
    const { handlers } = membersOnServer([ana, ben]);
    const { user, location } = await renderRemote(remote, {
      path: '/browse?q=zzz&gender=male&age=46%2B',
      handlers,
    });
    expect(await screen.findByText('Try adjusting your search filters')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Clear Filters' }));
    expect(cards()).toHaveLength(2);
    expect(location()).toBe('/browse');
    expect(screen.getByRole<HTMLInputElement>('searchbox').value).toBe('');
  });

  it('query the server when not all pages are loaded (D1)', async () => {
    const { handlers, asked } = membersOnServer([ana, ben, chris], { pageSize: 2 });
    const { user } = await renderRemote(remote, { path: '/browse', handlers });
    await screen.findByText('2 frens so far');
    await user.type(screen.getByRole('searchbox'), 'Chris');
    expect(await screen.findByRole('article', { name: 'Chris Doe' })).toBeTruthy();
    expect(cards()).toEqual(['Chris Doe']);
    // Debounced: letters typed in one go make one request.
    expect(asked).toEqual(['limit=30', 'q=Chris&limit=30']);
  });

  it('explain a failed search and retry on request', async () => {
    const { handlers } = membersOnServer([ana, ben, chris], { pageSize: 2 });
    const { user } = await renderRemote(remote, {
      path: '/browse?q=Chris',
      handlers: [
        http.get('*/api/users', ({ request }) =>
          new URL(request.url).searchParams.has('q') ? HttpResponse.error() : undefined,
        ),
        ...handlers,
      ],
    });
    const problem = within(await screen.findByRole('alert'));
    expect(problem.getByRole('heading', { name: 'We couldn’t load the frens' })).toBeTruthy();
    expect(screen.getByRole<HTMLInputElement>('searchbox').value).toBe('Chris');
    expect(problem.getByRole('button', { name: 'Try again' })).toBeTruthy();
    await user.clear(screen.getByRole('searchbox'));
    expect(await screen.findByText('2 frens so far')).toBeTruthy();
  });
});

describe('a long list', () => {
  it('loads more on request, and then filters locally', async () => {
    const { handlers, asked } = membersOnServer([ana, ben, chris], { pageSize: 2 });
    const { user } = await renderRemote(remote, { path: '/browse', handlers });
    await user.click(await screen.findByRole('button', { name: 'Show more' }));
    await screen.findByText('3 frens');
    expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull();
    await user.type(screen.getByRole('searchbox'), 'chris');
    expect(cards()).toEqual(['Chris Doe']);
    expect(asked).toHaveLength(2);
  });

  it('shows a dozen at a time on a phone without extra requests', async () => {
    vi.stubGlobal('matchMedia', (query: string) =>
      Object.assign(new EventTarget(), { matches: query === '(max-width: 599px)' }),
    );
    onTestFinished(() => void vi.unstubAllGlobals());
    const many = Array.from({ length: 30 }, (_, index) =>
      buildPublicUser({ id: `m${index}`, username: `m${index}`, name: `Fren ${index}` }),
    );
    const { handlers, asked } = membersOnServer(many);
    const { user } = await renderRemote(remote, { path: '/browse', handlers });
    await user.click(await screen.findByRole('button', { name: 'Show more' }));
    expect(cards()).toHaveLength(24);
    expect(screen.getByText('30 frens')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Show more' }));
    expect(cards()).toHaveLength(30);
    expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull();
    expect(asked).toHaveLength(1);
  });

  it('keeps loaded pages when the next page fails', async () => {
    const { handlers } = membersOnServer([ana, ben, chris], { pageSize: 2 });
    const { user, server } = await renderRemote(remote, {
      path: '/browse',
      handlers,
    });
    const more = await screen.findByRole('button', { name: 'Show more' });
    server.use(
      mock('GET /api/users', () => {
        throw new MockFailure(503, 'unavailable');
      }),
    );
    await user.click(more);
    expect((await screen.findByRole('alert')).textContent).toContain(
      'We couldn’t load the rest of the list.',
    );
    expect(cards()).toHaveLength(2);
  });
});

describe('connecting', () => {
  it('sends one request, confirms it and keeps the focus in place', async () => {
    const { handlers, keys } = membersOnServer([ana]);
    const { user, requests } = await renderRemote(remote, { path: '/v2/browse', handlers });
    await screen.findByRole('article');
    requests.length = 0;
    screen.getByRole('button', { name: 'Connect with Ana Núñez' }).focus();
    await user.keyboard('{Enter}');
    expect(await screen.findByText('Connection Requested')).toBeTruthy();
    expect(screen.getByText('Connection request sent to Ana Núñez.')).toBeTruthy();
    const requested = await screen.findByRole('link', { name: 'Request sent' });
    expect(requested.getAttribute('href')).toBe('/v2/dashboard?tab=connections#requests');
    expect(document.activeElement).toBe(requested);
    expect(keys).toEqual([expect.stringMatching(/^[\x21-\x7e]{1,255}$/)]);
    // The card shows the answer.
    expect(requests).toEqual(['POST /api/connections']);
  });

  it('shows the pending request', async () => {
    let answer = () => {};
    const waiting = new Promise<void>((resolve) => {
      answer = resolve;
    });
    const { user } = await renderRemote(remote, {
      path: '/browse',
      handlers: [
        mock('POST /api/connections', async ({ body }) => {
          await waiting;
          return buildConnection({ friendId: body.friendId });
        }),
        ...membersOnServer([ana]).handlers,
      ],
    });
    await user.click(await screen.findByRole('button', { name: 'Connect with Ana Núñez' }));
    const button = await screen.findByRole<HTMLButtonElement>('button', { name: 'Connecting...' });
    expect(button.getAttribute('aria-disabled')).toBe('true');
    answer();
    expect(await screen.findByText('Connection Requested')).toBeTruthy();
  });

  it('sends a note along', async () => {
    const sent: unknown[] = [];
    const handlers = [
      mock('POST /api/connections', ({ body }) => {
        sent.push(body);
        return buildConnection({ friendId: body.friendId });
      }),
      ...membersOnServer([ana]).handlers,
    ];
    const { user } = await renderRemote(remote, { path: '/browse', handlers });
    const openNote = async () => {
      await user.click(await screen.findByRole('button', { name: 'Add a note for Ana Núñez' }));
      return screen.findByLabelText('Your note');
    };
    await user.type(await openNote(), 'Do you know the owls of the park?');
    // Session storage keeps the draft across a reload (D63).
    cleanup();
    await renderRemote(remote, { path: '/browse', handlers });
    expect(await openNote()).toHaveProperty('value', 'Do you know the owls of the park?');
    await user.click(screen.getByRole('button', { name: 'Send request' }));
    expect(await screen.findByText('Connection Requested')).toBeTruthy();
    expect(sent).toEqual([{ friendId: 'ana', note: 'Do you know the owls of the park?' }]);
    const requested = await screen.findByRole('link', { name: 'Request sent' });
    await waitFor(() => expect(document.activeElement).toBe(requested));
  });

  it('accepts the other member’s earlier request (D20)', async () => {
    const { handlers } = membersOnServer([{ ...ana, relation: 'incoming' }]);
    const { user, requests } = await renderRemote(remote, { path: '/browse', handlers });
    await user.click(await screen.findByRole('button', { name: 'Accept Ana Núñez’s request' }));
    expect(await screen.findByText('You’re friends now')).toBeTruthy();
    expect(await screen.findByText('Friends')).toBeTruthy();
    expect(requests).toEqual(['GET /api/users', 'POST /api/connections']);
  });

  it('renders no button when no action is possible', async () => {
    const { handlers } = membersOnServer([
      { ...ana, relation: 'friend', canConnect: false },
      { ...ben, canConnect: false },
      { ...chris, relation: 'outgoing', canConnect: false },
    ]);
    await renderRemote(remote, { path: '/browse', handlers });
    const [friend, closed, asked] = await screen.findAllByRole('article');
    expect(within(friend as HTMLElement).getByText('Friends')).toBeTruthy();
    expect(within(closed as HTMLElement).getByText('Not taking requests right now')).toBeTruthy();
    expect(within(asked as HTMLElement).getByText('Request sent')).toBeTruthy();
    for (const card of screen.getAllByRole('article')) expect(within(card).queryByRole('button')).toBeNull();
  });

  it('explains a refusal and shows the current state', async () => {
    const members = [ana];
    const { user } = await renderRemote(remote, {
      path: '/browse',
      handlers: [
        mock('POST /api/connections', () => {
          members[0] = { ...ana, canConnect: false };
          throw new MockFailure(403, 'requests_closed');
        }),
        ...membersOnServer(members).handlers,
      ],
    });
    await user.click(await screen.findByRole('button', { name: 'Connect with Ana Núñez' }));
    const toast = within(await screen.findByRole('alert'));
    expect(toast.getByText('Connection Failed')).toBeTruthy();
    expect(toast.getByText('403: This fren isn’t open to connection requests right now.')).toBeTruthy();
    expect(await screen.findByText('Not taking requests right now')).toBeTruthy();
  });

  it('retries after a lost answer with the same idempotency key (D52)', async () => {
    const { handlers, keys } = membersOnServer([ana]);
    const lost: (string | null)[] = [];
    const { user } = await renderRemote(remote, {
      path: '/browse',
      handlers: [
        http.post(
          '*/api/connections',
          ({ request }) => {
            lost.push(request.headers.get('Idempotency-Key'));
            return HttpResponse.error();
          },
          { once: true },
        ),
        ...handlers,
      ],
    });
    await user.click(await screen.findByRole('button', { name: 'Connect with Ana Núñez' }));
    expect(await screen.findByText('Connection Failed')).toBeTruthy();
    await user.click(await screen.findByRole('button', { name: 'Connect with Ana Núñez' }));
    expect(await screen.findByText('Connection Requested')).toBeTruthy();
    expect(keys).toEqual(lost);
    expect(lost).toHaveLength(1);
  });
});
