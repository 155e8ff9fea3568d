import { mock } from '@frens/contract/mocks';
import { act, screen, within } from '@testing-library/react';
import axe from 'axe-core';
import { describe, expect, it, vi } from 'vitest';
import { labs } from './labs.ts';
import { stubMedia } from './testing/fake-media.ts';
import { cards, openQuiz, prepareQuizTests } from './testing/open-quiz.ts';
import { saved } from './testing/saved-quiz.ts';

prepareQuizTests();

const progress = () => screen.getByRole('progressbar', { name: /Lab/ });

describe('a lab', () => {
  it('shows the quiz’s purpose and the progress', async () => {
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

  it('greets by the landing page’s vibe, in the first lab only', async () => {
    const { user } = await openQuiz({ vibe: 'explorer' });
    expect(screen.getByText('Hello, Explorer!')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: /I turn the room up a notch/ }));
    expect(screen.queryByText('Hello, Explorer!')).toBeNull();
  });

  it('advances to the next, which takes the focus', async () => {
    const page = await openQuiz();
    await page.user.click(screen.getByRole('button', { name: /I turn the room up a notch/ }));
    await page.user.click(screen.getByRole('button', { name: /Through words/ }));
    expect(progress().getAttribute('value')).toBe('2');
    expect(screen.getByText('18% Complete')).toBeTruthy();
    expect(document.activeElement).toBe(screen.getByRole('heading', { level: 2, name: 'Community Calling' }));
  });

  it('counts the seconds since it appeared, restarting in each lab', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] });
    await openQuiz();
    expect(screen.getByRole('timer').textContent).toBe('Response time: 0s');
    await act(() => vi.advanceTimersByTime(2_000));
    expect(screen.getByRole('timer').textContent).toBe('Response time: 2s');
    act(() => cards()[0]?.click());
    expect(screen.getByRole('timer').textContent).toBe('Response time: 0s');
    vi.useRealTimers();
  });

  it('ignores the second click of a double click', async () => {
    const page = await openQuiz();
    await page.user.dblClick(cards()[0] ?? document.body);
    expect(progress().getAttribute('value')).toBe('1');
  });

  it.runIf(process.env.LONG)('has no accessibility violations', async () => {
    const { container } = await openQuiz();
    const { violations } = await axe.run(container, { rules: { 'color-contrast': { enabled: false } } });
    expect(violations.map(({ id, nodes }) => [id, nodes[0]?.html])).toEqual([]);
  });
});

describe('the keyboard', () => {
  it('selects with the keys 1 to 4 and ignores others', async () => {
    const page = await openQuiz();
    await page.user.keyboard('5a0{Control>}1{/Control}');
    expect(progress().getAttribute('value')).toBe('0');
    await page.user.keyboard('4');
    expect(screen.getByRole('heading', { level: 2, name: 'Soul Expression' })).toBeTruthy();
    await page.user.keyboard('1');
    expect(screen.getByRole('heading', { level: 2, name: 'Community Calling' })).toBeTruthy();
  });

  it('moves between the answers with the arrow keys and selects with Enter', async () => {
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

  it('ignores digits typed elsewhere on the page', async () => {
    const page = await openQuiz();
    const elsewhere = document.body.appendChild(document.createElement('input'));
    elsewhere.focus();
    await page.user.keyboard('1');
    expect(elsewhere.value).toBe('1');
    expect(progress().getAttribute('value')).toBe('0');
    elsewhere.remove();
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

  it('is plain text with reduced motion (D41)', async () => {
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

it('renders in Spanish from the first lab to the result', async () => {
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
