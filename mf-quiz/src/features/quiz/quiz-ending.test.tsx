import { buildPanda, buildUser } from '@frens/contract/fixtures';
import { messagesIn } from '@frens/contract/messages';
import { MockFailure, mock } from '@frens/contract/mocks';
import { newPandaName } from '@frens/contract/panda-texts';
import { drawPanda } from '@frens/design-system/panda';
import { queryClient, queryKeys } from '@frens/platform';
import { cleanup, screen, within } from '@testing-library/react';
import axe from 'axe-core';
import { describe, expect, it, vi } from 'vitest';
import { readPendingAnswers, storePendingAnswers } from '../../pending-answers.ts';
import { answersOf } from './submission.ts';
import { answerLabs, cards, openQuiz, prepareQuizTests } from './testing/open-quiz.ts';
import { saved, signature } from './testing/saved-quiz.ts';
import { buildResponses, buildSubmission } from './testing/take-quiz.ts';

prepareQuizTests();

const panda = buildPanda({
  id: saved.pandaId,
  name: 'Bold Tide',
  aiPersonality: { tone: saved.signature.tone, quirks: saved.signature.quirks },
});
const signedOut = mock('POST /api/vibe-quiz', () => {
  throw new MockFailure(401, 'signed_out');
});

const progress = () => screen.getByRole('progressbar', { name: /Lab/ });

describe('a member’s result', () => {
  it('stores all answers, confirms, shows the result and links on', async () => {
    const seen: unknown[] = [];
    const page = await openQuiz({
      handlers: [
        mock('POST /api/vibe-quiz', ({ body }) => {
          seen.push(body);
          return saved;
        }),
        mock('GET /api/pandas/:id', () => panda),
      ],
    });
    answerLabs(11);

    const title = await screen.findByRole('heading', { level: 1, name: 'Soul Signature Complete!' });
    expect(document.activeElement).toBe(title);
    expect(screen.getByText('Your vibe was captured across 11 dimensional labs.')).toBeTruthy();
    expect(screen.getByRole('status').textContent).toBe(`Soul Signature Complete! ${saved.message}`);
    expect(seen).toHaveLength(1);
    expect(seen[0]).toMatchObject({
      responses: buildResponses().map(({ lab, response }) => ({
        lab,
        response,
        responseTime: expect.any(Number),
      })),
    });

    expect(await screen.findByRole('heading', { level: 2, name: 'Meet Bold Tide' })).toBeTruthy();
    expect(screen.getByRole('img', { name: /^Your Panda, led by Adventure/ })).toBeTruthy();
    expect(await screen.findByRole('img', { name: /^Your five traits.*Adventure \d+$/ })).toBeTruthy();
    expect(screen.getByText('Bold and energetic: that’s how your Panda comes across.')).toBeTruthy();
    expect(
      screen.getByText('Your Panda hums along with the tide and greets the sunrise with tea.'),
    ).toBeTruthy();
    expect(screen.getByText('And it remembers every birthday.')).toBeTruthy();
    const { violations } = await axe.run(page.container, { rules: { 'color-contrast': { enabled: false } } });
    expect(violations.map(({ id }) => id)).toEqual([]);

    expect(screen.getByRole('link', { name: 'See your Panda' }).getAttribute('href')).toBe(
      `/panda/${saved.pandaId}`,
    );
    expect(screen.getByRole('link', { name: 'Meet frens' }).getAttribute('href')).toBe('/browse');
    await page.user.click(screen.getByRole('link', { name: 'Go to your dashboard' }));
    expect(page.location()).toBe('/dashboard');
    // The toast stays for five seconds across pages.
    expect(screen.getByRole('status').textContent).toBe(`Soul Signature Complete! ${saved.message}`);
  });

  it('does without the name if the Panda fails to load', async () => {
    await openQuiz({
      handlers: [
        mock('POST /api/vibe-quiz', () => saved),
        mock('GET /api/pandas/:id', () => {
          throw new MockFailure(503, 'unavailable');
        }),
      ],
    });
    answerLabs(11);
    expect(await screen.findByRole('heading', { level: 2, name: 'Meet your Panda' })).toBeTruthy();
    expect(screen.getByText('And it remembers every birthday.')).toBeTruthy();
  });

  it('shows the server’s image, and the changes of an existing Panda (D42)', async () => {
    const before = { topTrait: 'wisdom' as const, traits: { ...signature.traits, wisdom: 99 } };
    await openQuiz({ handlers: [mock('POST /api/vibe-quiz', () => ({ ...saved, before }))] });
    answerLabs(11);
    const changes = await screen.findByRole('region', { name: 'How your Panda has changed' });
    expect(changes.textContent).toContain('Wisdom used to lead; now Adventure does.');
    expect(
      within(changes)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual([`Wisdom: from 99 to ${signature.traits.wisdom}`]);
    const picture = screen.getByRole('img', { name: /^Your Panda, led by Adventure/ });
    expect(picture.getAttribute('src')).toBe(saved.imageUrl);
  });

  it('says when nothing has changed', async () => {
    const { topTrait, traits } = saved.signature;
    const again = { ...saved, before: { topTrait, traits } };
    await openQuiz({ handlers: [mock('POST /api/vibe-quiz', () => again)] });
    answerLabs(11);
    expect(await screen.findByText('It hasn’t: your Panda is just as it was.')).toBeTruthy();
  });

  it('disables the answers while sending', async () => {
    let arrive = () => {};
    const onTheWay = new Promise<void>((resolve) => {
      arrive = resolve;
    });
    await openQuiz({
      handlers: [
        mock('POST /api/vibe-quiz', async () => {
          await onTheWay;
          return saved;
        }),
      ],
    });
    answerLabs(11);
    expect(await screen.findByText('Reading your signature…')).toBeTruthy();
    for (const card of cards()) expect(card).toHaveProperty('disabled', true);
    arrive();
    expect(await screen.findByRole('heading', { level: 1, name: 'Soul Signature Complete!' })).toBeTruthy();
  });

  it('starts over when reopened', async () => {
    await openQuiz({ handlers: [mock('POST /api/vibe-quiz', () => saved)] });
    answerLabs(11);
    await screen.findByRole('heading', { level: 1, name: 'Soul Signature Complete!' });
    cleanup();
    await openQuiz();
    expect(progress().getAttribute('value')).toBe('0');
  });
});

describe('a failure', () => {
  it('shows "Quiz Error", keeps the answers and resends them unchanged', async () => {
    const attempts: unknown[] = [];
    const page = await openQuiz({
      handlers: [
        mock('POST /api/vibe-quiz', async ({ request }) => {
          attempts.push([request.headers.get('Idempotency-Key'), await request.clone().text()]);
          if (attempts.length === 1)
            throw new MockFailure(503, 'unavailable', { message: 'Back in a moment.' });
          return saved;
        }),
      ],
    });
    answerLabs(11);

    expect(await screen.findByText('Quiz Error')).toBeTruthy();
    expect(screen.getByText('503: Back in a moment.')).toBeTruthy();
    expect(screen.getByText('Your answers are safe')).toBeTruthy();
    for (const card of cards()) expect(card).toHaveProperty('disabled', true);

    await page.user.click(screen.getByRole('button', { name: 'Send again' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Soul Signature Complete!' })).toBeTruthy();
    expect(attempts).toHaveLength(2);
    expect(attempts[1]).toEqual(attempts[0]);
  });

  it('for want of a connection is told by the notice alone', async () => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    await openQuiz({ scenario: 'failing' });
    answerLabs(11);
    expect(await screen.findByRole('button', { name: 'Send again' })).toBeTruthy();
    expect(screen.queryByText('Quiz Error')).toBeNull();
    vi.restoreAllMocks();
  });

  it('of the whole service leaves the quiz usable to the last lab', async () => {
    await openQuiz({ scenario: 'failing' });
    answerLabs(11);
    expect(await screen.findByRole('button', { name: 'Send again' })).toBeTruthy();
  });
});

describe('a visitor (D41)', () => {
  it('finishes, sees a preview of their Panda and is asked to join', async () => {
    const page = await openQuiz({ user: null, handlers: [signedOut] });
    answerLabs(11);

    expect(await screen.findByRole('heading', { level: 1, name: 'Soul Signature Complete!' })).toBeTruthy();
    expect(screen.getByText('Quiz completed - please join to save results')).toBeTruthy();
    expect(screen.queryByRole('alert')).toBeNull();
    // Named and described like a member's: the server creates the same Panda from the seed.
    const { pictureSeed = '' } = readPendingAnswers(Date.now()) ?? {};
    const name = newPandaName(signature, pictureSeed, messagesIn('en'));
    expect(screen.getByRole('heading', { level: 2, name: `Meet ${name}` })).toBeTruthy();
    expect(screen.getByText('Bold and energetic: that’s how your Panda comes across.')).toBeTruthy();
    expect(screen.getByText('And it remembers every birthday.')).toBeTruthy();
    expect(
      await screen.findByRole('img', { name: new RegExp(`Adventure ${signature.traits.adventure}$`) }),
    ).toBeTruthy();
    expect(screen.getByText(/wait in this browser for 7 days/)).toBeTruthy();
    const kept = readPendingAnswers(Date.now());
    const drawn = drawPanda({ id: kept?.pictureSeed ?? '', traits: signature.traits, score: 50 });
    const picture = () => screen.getByRole('img', { name: /^Your Panda, led by Adventure/ });
    const shown = () => decodeURIComponent(picture().getAttribute('src') ?? '');
    await vi.waitFor(() => expect(shown()).toBe(`data:image/svg+xml,${drawn.replaceAll('"', "'")}`));
    expect(answersOf(readPendingAnswers(Date.now())?.responses ?? [])).toEqual(answersOf(buildResponses()));

    await page.user.click(screen.getByRole('link', { name: 'Join Frens' }));
    expect(page.location()).toBe('/auth?tab=register');
  });

  it('gets no promise if the browser refuses storage', async () => {
    await openQuiz({ user: null, handlers: [signedOut] });
    vi.stubGlobal('localStorage', {
      setItem() {
        throw new DOMException('full', 'QuotaExceededError');
      },
    });
    answerLabs(11);
    expect(await screen.findByText(/won’t let us keep your answers/)).toBeTruthy();
  });

  it('includes a member whose session ended meanwhile: the page refetches the session (D50)', async () => {
    let isMember = true;
    const session = mock('GET /api/user', () => {
      if (!isMember) throw new MockFailure(401, 'signed_out');
      return { ...buildUser(), unread: { unread: 0, places: {} } };
    });
    await openQuiz({ handlers: [signedOut, session] });
    isMember = false;
    answerLabs(11);
    expect(await screen.findByRole('link', { name: 'Join Frens' })).toBeTruthy();
    expect(queryClient.getQueryData(queryKeys.session)).toBeNull();
  });
});

describe('a reload', () => {
  it('resumes at the same lab, also in another tab', async () => {
    await openQuiz();
    answerLabs(4);
    cleanup();
    // A new tab has only local storage.
    sessionStorage.clear();
    await openQuiz({ handlers: [mock('POST /api/vibe-quiz', () => saved)] });
    expect(screen.getByRole('progressbar', { name: 'Lab 5 of 11' })).toBeTruthy();
    answerLabs(11, 5);
    expect(await screen.findByRole('heading', { level: 1, name: 'Soul Signature Complete!' })).toBeTruthy();
    expect(localStorage.getItem('quiz:progress')).toBeNull();
  });

  it('of the result still shows it to a visitor, and where the answers are (D41)', async () => {
    await openQuiz({ user: null, handlers: [signedOut] });
    answerLabs(11);
    await screen.findByText(/wait in this browser for 7 days/);
    cleanup();

    const again = await openQuiz({ user: null });
    expect(screen.getByRole('heading', { level: 1, name: 'Soul Signature Complete!' })).toBeTruthy();
    expect(screen.getByText(/wait in this browser for 7 days/)).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Join Frens' })).toBeTruthy();

    await again.user.click(screen.getByRole('button', { name: 'Take the labs again' }));
    expect(progress().getAttribute('value')).toBe('0');
    expect(document.activeElement).toBe(screen.getByRole('heading', { level: 2, name: 'Energy Resonance' }));
    expect(readPendingAnswers(Date.now())).not.toBeNull();
  });

  it('of the result asks no member to join', async () => {
    storePendingAnswers(buildSubmission(), Date.now());
    await openQuiz();
    expect(screen.getByText(/these answers come with you/)).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Go to your dashboard' })).toBeTruthy();
    expect(screen.queryByRole('link', { name: 'Join Frens' })).toBeNull();
  });

  it('still has the unsent answers', async () => {
    await openQuiz({ scenario: 'failing' });
    answerLabs(11);
    await screen.findByRole('button', { name: 'Send again' });
    cleanup();
    const again = await openQuiz({ handlers: [mock('POST /api/vibe-quiz', () => saved)] });
    await again.user.click(screen.getByRole('button', { name: 'Send again' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Soul Signature Complete!' })).toBeTruthy();
  });
});
