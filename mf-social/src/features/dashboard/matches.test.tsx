import {
  buildMadeMatch,
  buildMatchCandidate,
  buildPublicUser,
  buildReceivedMatch,
} from '@frens/contract/fixtures';
import { MockFailure, mock } from '@frens/contract/mocks';
import { renderRemote } from '@frens/platform/testing';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { remote } from '../../remote.tsx';

beforeAll(() => Promise.all(remote.routes.map(async ({ Component }) => Component.preload?.())));
afterEach(cleanup);

/** Sends undoable decisions at once, as when the tab is hidden. */
const sendNow = () => act(() => void dispatchEvent(new Event('pagehide')));

const region = async (name: string) => within(await screen.findByRole('region', { name }));
const maya = buildPublicUser({ id: 'maya', name: 'Maya', relation: 'friend', canConnect: false });
const olu = buildPublicUser({ id: 'olu', name: 'Olu', age: null });
const kai = buildPublicUser({ id: 'kai', name: 'Kai', age: 31 });
const candidates = [
  buildMatchCandidate({
    user: olu,
    reasons: [
      { kind: 'friends', count: 3, name: 'Ana' },
      { kind: 'interest', name: 'bees' },
    ],
  }),
  buildMatchCandidate({ user: kai, reasons: [] }),
];

describe('introducing a friend', () => {
  it('requires a choice, sends it with a message, and adds it to the history', async () => {
    const bodies: unknown[] = [];
    const { user } = await renderRemote(remote, {
      path: '/dashboard',
      handlers: [
        mock('GET /api/matches/candidates', () => [{ friend: maya, candidates }]),
        mock('GET /api/matches/matchmaker', () => []),
        mock('POST /api/matches', ({ body }) => {
          bodies.push(body);
          const { message = '' } = body;
          return buildMadeMatch({
            id: 'm9',
            user1: maya,
            user1Id: 'maya',
            user2: olu,
            user2Id: 'olu',
            message,
          });
        }),
      ],
    });
    await user.click(await screen.findByRole('button', { name: 'Find a match for Maya' }));
    const sheet = within(await screen.findByRole('dialog', { name: 'Who should Maya meet?' }));
    expect(sheet.getByText('Ana and 2 other friends know both')).toBeTruthy();
    await user.click(sheet.getByRole('button', { name: 'Suggest Match' }));
    expect(await screen.findByText('No Match Selected')).toBeTruthy();
    expect(screen.getByText('Please select a potential match first.')).toBeTruthy();
    expect(bodies).toEqual([]);
    expect(document.activeElement).toBe(sheet.getByRole('radio', { name: 'Olu' }));

    await user.click(sheet.getByRole('radio', { name: 'Olu' }));
    expect(screen.queryByText('No Match Selected')).toBeNull();
    await user.type(sheet.getByRole('textbox', { name: /A few words for both/ }), 'Bees!');
    await user.click(sheet.getByRole('button', { name: 'Suggest Match' }));
    expect(await screen.findByText('Your match suggestion for Maya has been sent!')).toBeTruthy();
    expect(bodies).toEqual([{ user1Id: 'maya', user2Id: 'olu', message: 'Bees!', status: 'pending' }]);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    const history = await region('Your Matchmaking History');
    expect(history.getByText('Waiting for both')).toBeTruthy();
    expect(history.getByText('Bees!')).toBeTruthy();
    // The introduced member has left the candidates.
    expect(screen.getByText('1 fren might be a match')).toBeTruthy();
  });

  it('explains a failure and keeps the choice', async () => {
    const { user } = await renderRemote(remote, {
      path: '/dashboard',
      handlers: [
        mock('GET /api/matches/candidates', () => [{ friend: maya, candidates }]),
        mock('POST /api/matches', () => {
          throw new MockFailure(409, 'recently_suggested');
        }),
      ],
    });
    await user.click(await screen.findByRole('button', { name: 'Find a match for Maya' }));
    await user.click(await screen.findByRole('radio', { name: 'Kai, 31' }));
    await user.click(screen.getByRole('button', { name: 'Suggest Match' }));
    expect(await screen.findByText('Suggestion Failed')).toBeTruthy();
    expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Kai, 31' }).checked).toBe(true);
  });

  it('can be withdrawn', async () => {
    const { user } = await renderRemote(remote, {
      path: '/dashboard',
      handlers: [
        mock('GET /api/matches/matchmaker', () => [buildMadeMatch({ id: 'm1', user1: maya, user2: null })]),
        mock('DELETE /api/matches/:id', () => undefined),
      ],
    });
    const history = await region('Your Matchmaking History');
    const name = 'Withdraw the introduction of Maya and someone who has left';
    await user.click(await history.findByRole('button', { name }));
    expect(await history.findByText('Closed')).toBeTruthy();
  });
});

describe('Your Match Requests', () => {
  const request = buildReceivedMatch({ id: 'm1', other: olu, matchmaker: maya, message: 'Bees!' });

  it('keep an acceptance secret until the other member accepts too', async () => {
    const { user } = await renderRemote(remote, {
      path: '/dashboard?tab=matches',
      handlers: [
        mock('GET /api/matches', () => [request]),
        mock('POST /api/matches/:id/accept', () => ({ ...request, myAnswer: 'accepted' as const })),
        mock('POST /api/matches/:id/decline', () => ({
          ...request,
          myAnswer: 'declined' as const,
          status: 'closed' as const,
        })),
      ],
    });
    const panel = await region('Your Match Requests');
    expect(await panel.findByText('Maya thinks you two should meet')).toBeTruthy();
    await user.click(panel.getByRole('button', { name: 'Yes, I’d like to meet Olu' }));
    sendNow();
    expect(await panel.findByText('Your yes is safe with us')).toBeTruthy();
    await user.click(await panel.findByRole('button', { name: 'Changed my mind: I’d rather not meet Olu' }));
    sendNow();
    await waitFor(() => expect(panel.queryByRole('button', { name: /^Undo/ })).toBeNull());
    expect(panel.getByText('You said no')).toBeTruthy();
    expect(panel.queryByText('Closed')).toBeNull();
  });

  it('create a friendship on the second acceptance', async () => {
    const { user } = await renderRemote(remote, {
      path: '/dashboard?tab=matches',
      handlers: [
        mock('GET /api/matches', () => [request]),
        mock('POST /api/matches/:id/accept', () => ({
          ...request,
          myAnswer: 'accepted' as const,
          status: 'accepted' as const,
          other: { ...olu, relation: 'friend' as const, canConnect: false },
        })),
      ],
    });
    await user.click(await screen.findByRole('button', { name: 'Yes, I’d like to meet Olu' }));
    sendNow();
    expect(await screen.findByText('You and Olu are friends now!')).toBeTruthy();
    expect(screen.getByText('You’re friends now')).toBeTruthy();
  });

  it('can be reported from open and closed cards, then disappear and keep the focus in place', async () => {
    const reports: unknown[] = [];
    const met = buildReceivedMatch({ id: 'm2', other: kai, matchmaker: maya, status: 'closed' });
    const { user } = await renderRemote(remote, {
      path: '/dashboard?tab=matches',
      handlers: [
        mock('GET /api/matches', () => [request, met]),
        mock('POST /api/reports', ({ body }) => {
          reports.push(body);
          return { id: 'r1' };
        }),
      ],
    });
    const panel = await region('Your Match Requests');
    for (const name of ['Report the introduction to Olu', 'Report the introduction to Kai']) {
      (await panel.findByRole('button', { name })).focus();
      await user.keyboard('{Enter}');
      const sheet = within(await screen.findByRole('dialog', { name }));
      await user.selectOptions(sheet.getByRole('combobox'), 'harassment');
      await user.click(sheet.getByRole('button', { name: 'Send report' }));
      await user.click(await sheet.findByRole('button', { name: 'Done' }));
      await waitFor(() => expect(panel.queryByRole('button', { name })).toBeNull(), { timeout: 20_000 });
      const heading = panel.getByRole('heading', { name: 'Your Match Requests' });
      await waitFor(() => expect(document.activeElement).toBe(heading), { timeout: 20_000 });
    }
    expect(await panel.findByText('No match requests yet')).toBeTruthy();
    const report = { subjectType: 'match', reason: 'harassment', details: '' };
    expect(reports).toEqual([
      { ...report, subjectId: 'm1' },
      { ...report, subjectId: 'm2' },
    ]);
  });

  it('explain a failure and retry on request', async () => {
    let fails = true;
    const { user } = await renderRemote(remote, {
      path: '/dashboard?tab=matches',
      handlers: [
        mock('GET /api/matches', () => {
          if (fails) throw new MockFailure(503, 'unavailable');
          return [];
        }),
      ],
    });
    const panel = await region('Your Match Requests');
    expect(await panel.findByText('We couldn’t load your match requests')).toBeTruthy();
    fails = false;
    await user.click(panel.getByRole('button', { name: 'Try again' }));
    expect(await panel.findByText('No match requests yet')).toBeTruthy();
  });
});
