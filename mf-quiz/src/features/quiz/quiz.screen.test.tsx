import { buildPanda } from '@frens/contract/fixtures';
import { MockFailure, mock } from '@frens/contract/mocks';
import { readSoul } from '@frens/contract/panda-scoring';
import { queryClient, queryKeys } from '@frens/platform';
import { type RenderOptions, renderRemote } from '@frens/platform/testing';
import { act, cleanup, screen, within } from '@testing-library/react';
import axe from 'axe-core';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { readKeptAnswers } from '../../pending-answers.ts';
import { remote } from '../../remote.tsx';
import { labs } from './labs.ts';
import { answersOf } from './submission.ts';
import { stubMedia } from './testing/fake-media.ts';
import { buildResponses } from './testing/take-quiz.ts';

// The code of the screen and of its radar is here before the first test looks for it.
beforeAll(() =>
  Promise.all([
    ...remote.routes.map(async ({ Component }) => Component.preload?.()),
    import('@frens/design-system/radar-chart'),
  ]),
);
beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  vi.stubGlobal('scrollTo', vi.fn());
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const soul = readSoul(answersOf(buildResponses()));
const saved = {
  success: true as const,
  message: 'Your Soul Signature is saved and your Panda is here.',
  pandaId: '650000000000000000abc123',
  signature: {
    topTrait: soul.topTrait,
    traits: soul.traits,
    tone: 'Bold and energetic',
    quirks: ['Hums along with the tide', 'Greets the sunrise with tea', 'Remembers every birthday'],
  },
};
const panda = buildPanda({
  id: saved.pandaId,
  name: 'Bold Tide',
  aiPersonality: { tone: saved.signature.tone, quirks: saved.signature.quirks },
});
const signedOut = mock('POST /api/vibe-quiz', () => {
  throw new MockFailure(401, 'signed_out');
});

async function openQuiz(options: Partial<RenderOptions> = {}) {
  const page = await renderRemote(remote, { path: '/vibe-quiz', ...options });
  await screen.findByRole('heading', { level: 2 });
  return page;
}

/** Answers the open lab and those after it with their first option, up to and including lab `last`. */
function answerLabs(last: number, first = 1) {
  for (let number = first; number <= last; number++) act(() => cards()[0]?.click());
}

const cards = () =>
  within(screen.getByRole('group', { name: /^(Your answer|Tu respuesta)$/ })).getAllByRole('button');
const progress = () => screen.getByRole('progressbar', { name: /Lab/ });

describe('a lab', () => {
  it('says what the quiz is and where one stands in it', async () => {
    await openQuiz();
    expect(screen.getByRole('heading', { level: 1, name: 'Discover Your Soul Signature' })).toBeTruthy();
    expect(
      screen.getByText(
        /There are 11 labs with voiceover, visual stimulation, optional vocal responses and response-time tracking/,
      ),
    ).toBeTruthy();
    expect(screen.getByRole('progressbar', { name: 'Lab 1 of 11' }).getAttribute('aria-valuetext')).toBe(
      '0% Complete',
    );
    expect(screen.getByRole('heading', { level: 2, name: 'Energy Resonance' })).toBeTruthy();
    expect(cards().map((card) => card.querySelector('span:nth-child(2)')?.textContent)).toEqual([
      'I turn the room up a notch',
      'I stand back and read it',
      'I start something in a corner',
      'I find one person to really meet',
    ]);
  });

  it('leads on to the next, which takes the focus', async () => {
    const page = await openQuiz();
    await page.user.click(screen.getByRole('button', { name: /I turn the room up a notch/ }));
    await page.user.click(screen.getByRole('button', { name: /Through words/ }));
    expect(progress().getAttribute('value')).toBe('2');
    expect(screen.getByText('18% Complete')).toBeTruthy();
    expect(document.activeElement).toBe(screen.getByRole('heading', { level: 2, name: 'Community Calling' }));
  });

  it('counts the seconds since it was shown, anew in each lab', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] });
    await openQuiz();
    expect(screen.getByRole('timer').textContent).toBe('Response time: 0s');
    await act(() => vi.advanceTimersByTime(2_000));
    expect(screen.getByRole('timer').textContent).toBe('Response time: 2s');
    act(() => cards()[0]?.click());
    expect(screen.getByRole('timer').textContent).toBe('Response time: 0s');
    vi.useRealTimers();
  });

  it('ignores the second half of a double click', async () => {
    const page = await openQuiz();
    await page.user.dblClick(cards()[0] ?? document.body);
    expect(progress().getAttribute('value')).toBe('1');
  });

  it('has no accessibility violations', async () => {
    const { container } = await openQuiz();
    const { violations } = await axe.run(container, { rules: { 'color-contrast': { enabled: false } } });
    expect(violations.map(({ id, nodes }) => [id, nodes[0]?.html])).toEqual([]);
  });
});

describe('the keyboard', () => {
  it('chooses with the keys 1 to 4 and does nothing with the others', async () => {
    const page = await openQuiz();
    await page.user.keyboard('5a0{Control>}1{/Control}');
    expect(progress().getAttribute('value')).toBe('0');
    await page.user.keyboard('4');
    expect(screen.getByRole('heading', { level: 2, name: 'Soul Expression' })).toBeTruthy();
    await page.user.keyboard('1');
    expect(screen.getByRole('heading', { level: 2, name: 'Community Calling' })).toBeTruthy();
  });

  it('moves between the answers with the arrows and chooses with Enter', async () => {
    const page = await openQuiz();
    const [first, second, third, fourth] = cards();
    await page.user.keyboard('{ArrowRight}');
    expect(document.activeElement).toBe(first);
    await page.user.keyboard('{ArrowRight}');
    expect(document.activeElement).toBe(second);
    await page.user.keyboard('{ArrowDown}');
    expect(document.activeElement).toBe(fourth);
    await page.user.keyboard('{ArrowLeft}');
    expect(document.activeElement).toBe(third);
    await page.user.keyboard('{Enter}');
    expect(progress().getAttribute('value')).toBe('1');
  });

  it('leaves numbers typed elsewhere on the page alone', async () => {
    const page = await openQuiz();
    const elsewhere = document.body.appendChild(document.createElement('input'));
    elsewhere.focus();
    await page.user.keyboard('1');
    expect(elsewhere.value).toBe('1');
    expect(progress().getAttribute('value')).toBe('0');
    elsewhere.remove();
  });
});

describe('the end for a member', () => {
  it('stores all answers, tells it and shows the result with one action', async () => {
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
    expect(screen.getByText('Bold and energetic: that is how your vibe reaches others.')).toBeTruthy();
    expect(
      screen.getByText('Your Panda hums along with the tide and greets the sunrise with tea.'),
    ).toBeTruthy();
    expect(screen.getByText('And it remembers every birthday.')).toBeTruthy();
    const { violations } = await axe.run(page.container, { rules: { 'color-contrast': { enabled: false } } });
    expect(violations.map(({ id }) => id)).toEqual([]);

    await page.user.click(screen.getByRole('link', { name: 'Go to your dashboard' }));
    expect(page.location()).toBe('/dashboard');
  });

  it('speaks without the name when the Panda itself cannot be had', async () => {
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

  it('disables the answers while they are on their way', async () => {
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

  it('starts over when it is opened again', async () => {
    await openQuiz({ handlers: [mock('POST /api/vibe-quiz', () => saved)] });
    answerLabs(11);
    await screen.findByRole('heading', { level: 1, name: 'Soul Signature Complete!' });
    cleanup();
    await openQuiz();
    expect(progress().getAttribute('value')).toBe('0');
  });
});

describe('a failure', () => {
  it('is told as "Quiz Error", keeps the answers and sends the very same again', async () => {
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

  it('of the whole service leaves the quiz usable to its last lab', async () => {
    await openQuiz({ scenario: 'failing' });
    answerLabs(11);
    expect(await screen.findByRole('button', { name: 'Send again' })).toBeTruthy();
  });
});

describe('a visitor (D41)', () => {
  it('finishes with success, sees a first look at their Panda and is asked to join', async () => {
    const page = await openQuiz({ user: null, handlers: [signedOut] });
    answerLabs(11);

    expect(await screen.findByRole('heading', { level: 1, name: 'Soul Signature Complete!' })).toBeTruthy();
    expect(screen.getByText('Quiz completed - please join to save results')).toBeTruthy();
    expect(screen.queryByRole('alert')).toBeNull();
    expect(screen.getByRole('heading', { level: 2, name: 'A first look at your Panda' })).toBeTruthy();
    expect(
      await screen.findByRole('img', { name: new RegExp(`Adventure ${soul.traits.adventure}$`) }),
    ).toBeTruthy();
    expect(screen.getByText(/wait in this browser for 7 days/)).toBeTruthy();
    expect(answersOf(readKeptAnswers(Date.now())?.responses ?? [])).toEqual(answersOf(buildResponses()));

    await page.user.click(screen.getByRole('link', { name: 'Join Frens' }));
    expect(page.location()).toBe('/auth?tab=register');
  });

  it('is not promised what the browser refuses to keep', async () => {
    await openQuiz({ user: null, handlers: [signedOut] });
    vi.stubGlobal('localStorage', {
      setItem() {
        throw new DOMException('full', 'QuotaExceededError');
      },
    });
    answerLabs(11);
    expect(await screen.findByText(/does not let us keep your answers/)).toBeTruthy();
  });

  it('is also who had been signed in when the session ended on the way: the page asks who is there (D50)', async () => {
    await openQuiz({ handlers: [signedOut] });
    expect(queryClient.getQueryState(queryKeys.session)).toMatchObject({ isInvalidated: false });
    answerLabs(11);
    expect(await screen.findByRole('link', { name: 'Join Frens' })).toBeTruthy();
    expect(queryClient.getQueryState(queryKeys.session)).toMatchObject({ isInvalidated: true });
  });
});

describe('a reload', () => {
  it('goes on in the lab where one was', async () => {
    await openQuiz();
    answerLabs(4);
    cleanup();
    await openQuiz({ handlers: [mock('POST /api/vibe-quiz', () => saved)] });
    expect(screen.getByRole('progressbar', { name: 'Lab 5 of 11' })).toBeTruthy();
    answerLabs(11, 5);
    expect(await screen.findByRole('heading', { level: 1, name: 'Soul Signature Complete!' })).toBeTruthy();
    expect(sessionStorage.getItem('quiz:progress')).toBeNull();
  });

  it('still has the answers that did not arrive', async () => {
    await openQuiz({ scenario: 'failing' });
    answerLabs(11);
    await screen.findByRole('button', { name: 'Send again' });
    cleanup();
    const again = await openQuiz({ handlers: [mock('POST /api/vibe-quiz', () => saved)] });
    await again.user.click(screen.getByRole('button', { name: 'Send again' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Soul Signature Complete!' })).toBeTruthy();
  });
});

describe('the stimulus', () => {
  it('shows a step for three seconds and can be paused', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] });
    await openQuiz();
    const stimulus = within(screen.getByRole('region', { name: 'What you see in this lab' }));
    const shown = () => stimulus.getAllByText(/./, { selector: 'p' }).map((step) => step.textContent);
    expect(shown()).toEqual(['Two quiet rings, far apart.']);
    await act(() => vi.advanceTimersByTime(2_999));
    expect(shown()).toEqual(['Two quiet rings, far apart.']);
    await act(() => vi.advanceTimersByTime(1));
    expect(shown()).toEqual(['They breathe out and grow.']);

    act(() => stimulus.getByRole('button', { name: 'Pause animation' }).click());
    await act(() => vi.advanceTimersByTime(30_000));
    expect(shown()).toEqual(['They breathe out and grow.']);
    act(() => stimulus.getByRole('button', { name: 'Play animation' }).click());
    await act(() => vi.advanceTimersByTime(3_000));
    expect(shown()).toEqual(['Their edges meet and cross.']);
    vi.useRealTimers();
  });

  it('is plain text for those who ask for less motion (D41)', async () => {
    stubMedia('(prefers-reduced-motion: reduce)');
    const { container } = await openQuiz();
    const steps = within(screen.getByRole('region', { name: 'What you see in this lab' })).getAllByRole(
      'listitem',
    );
    expect(steps.map((step) => step.textContent)).toEqual([
      'Two quiet rings, far apart.',
      'They breathe out and grow.',
      'Their edges meet and cross.',
      'Where they meet, they sing.',
    ]);
    expect(container.querySelector('canvas')).toBeNull();
    expect(screen.queryByRole('button', { name: 'Pause animation' })).toBeNull();
  });
});

it('speaks Spanish from the first lab to the end', async () => {
  const page = await openQuiz({ language: 'es', handlers: [mock('POST /api/vibe-quiz', () => saved)] });
  expect(screen.getByRole('heading', { level: 1, name: 'Descubre tu Firma del Alma' })).toBeTruthy();
  expect(screen.getByRole('progressbar', { name: 'Laboratorio 1 de 11' })).toBeTruthy();
  for (const { id } of labs) {
    expect(screen.getByRole('heading', { level: 2 }).textContent, `lab ${id}`).toBeTruthy();
    await page.user.keyboard('1');
  }
  expect(await screen.findByRole('heading', { level: 1, name: '¡Firma del Alma completa!' })).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Ir a tu panel' })).toBeTruthy();
});
