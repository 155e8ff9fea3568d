import { drawingOf } from '@frens/contract/fixtures';
import { keptQuizDays } from '@frens/contract/kept-quiz';
import { MockFailure, mock } from '@frens/contract/mocks';
import { queryClient, queryKeys, session } from '@frens/platform';
import { renderRemote } from '@frens/platform/testing';
import { act, cleanup, screen, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { storeProgress } from './features/quiz/quiz-progress.ts';
import { prepareQuizTests } from './features/quiz/testing/open-quiz.ts';
import { attempt, buildResponses, buildSubmission } from './features/quiz/testing/take-quiz.ts';
import { readPendingAnswers, storePendingAnswers, submitPendingAnswers } from './pending-answers.ts';
import { remote } from './remote.tsx';

const day = 24 * 60 * 60 * 1_000;
const now = Date.parse('2026-11-21T10:00:00.000Z');

prepareQuizTests();

describe('storing (D41)', () => {
  it('keeps the answers for exactly seven days', () => {
    expect(keptQuizDays).toBe(7);
    expect(storePendingAnswers(buildSubmission(), now)).toBe(true);
    expect(readPendingAnswers(now + 7 * day - 1)).toEqual(buildSubmission());
    expect(readPendingAnswers(now + 7 * day)).toBeNull();
    expect(localStorage.getItem('quiz:pending')).toBeNull();
  });

  it('expires them despite a wrong clock', () => {
    storePendingAnswers(buildSubmission(), now + 30 * day);
    expect(readPendingAnswers(now)).toBeNull();
  });

  it('reports a refused storage', () => {
    vi.stubGlobal('localStorage', {
      setItem() {
        throw new DOMException('full', 'QuotaExceededError');
      },
    });
    expect(storePendingAnswers(buildSubmission(), now)).toBe(false);
    vi.unstubAllGlobals();
  });

  it.each([
    ['text', 'nonsense'],
    ['another shape', '{"keptAt":"yesterday"}'],
    [
      'half a quiz',
      JSON.stringify({ keptAt: now, submission: buildSubmission({ responses: buildResponses(4) }) }),
    ],
  ])('treats %s as no answers', (_case, stored) => {
    localStorage.setItem('quiz:pending', stored);
    expect(readPendingAnswers(now)).toBeNull();
  });
});

describe('after a sign-in (D41)', () => {
  /** A page of the site right after a sign-in. */
  async function signedIn(submit: Parameters<typeof mock<'POST /api/vibe-quiz'>>[1]) {
    return renderRemote(remote, { path: '/dashboard', handlers: [mock('POST /api/vibe-quiz', submit)] });
  }
  const stored = {
    success: true as const,
    message: 'Your Soul Signature is saved and your Panda is here.',
    pandaId: 'panda-1',
    imageUrl: drawingOf('panda-1'),
    before: null,
    signature: {
      topTrait: 'warmth' as const,
      traits: { warmth: 1, service: 1, creativity: 1, wisdom: 1, adventure: 1 },
      tone: 'Warm and caring',
      quirks: ['a', 'b', 'c'],
    },
  };

  it('is the shell’s sign-in hook', () => {
    expect(remote.onSignedIn).toBe(submitPendingAnswers);
  });

  it('sends nothing when nothing is stored', async () => {
    const submit = vi.fn<() => typeof stored>(() => stored);
    await signedIn(submit);
    await act(submitPendingAnswers);
    expect(submit).not.toHaveBeenCalled();
  });

  it('sends the answers under their idempotency key, confirms, refetches the member and clears them', async () => {
    const seen: unknown[] = [];
    await signedIn(({ body, request }) => {
      seen.push(body.responses?.length, body.pictureSeed, request.headers.get('Idempotency-Key'));
      return stored;
    });
    queryClient.setQueryData(queryKeys.home, {});
    storePendingAnswers(buildSubmission(), Date.now());
    await act(submitPendingAnswers);

    expect(seen).toEqual([11, attempt.pictureSeed, attempt.key]);
    expect(screen.queryByRole('link', { name: 'See how it changed' })).toBeNull();
    expect(screen.getByText('Soul Signature Complete!')).toBeTruthy();
    expect(screen.getByText(stored.message)).toBeTruthy();
    for (const key of [queryKeys.session, queryKeys.home]) {
      expect(queryClient.getQueryState(key)).toMatchObject({ isInvalidated: true });
    }
    expect(localStorage.getItem('quiz:pending')).toBeNull();
  });

  it('links a member with a Panda to its changes, once (D42)', async () => {
    const before = { topTrait: 'service' as const, traits: { ...stored.signature.traits, service: 60 } };
    const page = await signedIn(() => ({ ...stored, before }));
    storePendingAnswers(buildSubmission(), Date.now());
    await act(submitPendingAnswers);
    const link = screen.getByRole('link', { name: 'See how it changed' });
    await page.user.click(link);
    expect(page.location()).toBe('/vibe-quiz');
    const changes = await screen.findByRole('region', { name: 'How your Panda has changed' });
    expect(changes.textContent).toContain('Service used to lead; now Warmth does.');
    expect(within(changes).getByRole('listitem').textContent).toBe('Service: from 60 to 1');
    cleanup();
    await renderRemote(remote, { path: '/vibe-quiz' });
    expect(await screen.findByRole('progressbar', { name: 'Lab 1 of 11' })).toBeTruthy();
  });

  it.each([
    [503, 'unavailable', true],
    [429, 'too_many_requests', true],
    [400, 'invalid', false],
  ] as const)('tells a failure with %i; the answers wait on: %s %s', async (status, code, waits) => {
    await signedIn(() => {
      throw new MockFailure(status, code);
    });
    storePendingAnswers(buildSubmission(), Date.now());
    await act(submitPendingAnswers);

    const toast = screen.getByRole('alert');
    expect(toast.textContent).toContain('Quiz Error');
    expect(toast.textContent).toContain(`${status}: `);
    expect(readPendingAnswers(Date.now()) !== null).toBe(waits);
  });

  it('stays silent when the session ended meanwhile', async () => {
    await signedIn(() => {
      throw new MockFailure(401, 'signed_out');
    });
    storePendingAnswers(buildSubmission(), Date.now());
    await act(submitPendingAnswers);
    expect(screen.queryByRole('alert')).toBeNull();
    expect(readPendingAnswers(Date.now())).toEqual(buildSubmission());
  });

  it('leaves nothing to the next person after a sign-out', async () => {
    await signedIn(() => {
      throw new MockFailure(503, 'unavailable');
    });
    storePendingAnswers(buildSubmission(), Date.now());
    storeProgress({ ...attempt, responses: buildResponses(3), open: 3 }, Date.now());
    await act(submitPendingAnswers);
    await act(() => session.signOut());
    expect(localStorage.getItem('quiz:pending')).toBeNull();
    expect(localStorage.getItem('quiz:progress')).toBeNull();
  });
});
