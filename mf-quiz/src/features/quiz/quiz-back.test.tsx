import { mock } from '@frens/contract/mocks';
import { act, cleanup, screen } from '@testing-library/react';
import axe from 'axe-core';
import { describe, expect, it, vi } from 'vitest';
import { withKeyboard } from './components/lab-view.tsx';
import { labs } from './labs.ts';
import { removeMicrophone, stubMedia, stubMicrophone, stubSpeech } from './testing/fake-media.ts';
import { answerLabs, cards, openQuiz, prepareQuizTests } from './testing/open-quiz.ts';
import { saved } from './testing/saved-quiz.ts';

prepareQuizTests();

const back = () => screen.getByRole('button', { name: 'Previous lab' });
const onward = () => screen.queryByRole('button', { name: 'Next lab' });
const title = () => screen.getByRole('heading', { level: 2 });
/** The selected answer, from 1; 0 for none. */
const chosen = () => cards().findIndex((card) => card.getAttribute('aria-pressed') === 'true') + 1;

describe('the previous lab', () => {
  it('is opened by a button, from the second lab on, with its heading focused and its answer selected', async () => {
    const { user } = await openQuiz();
    expect(screen.queryByRole('button', { name: 'Previous lab' })).toBeNull();
    await user.keyboard('3');
    expect([chosen(), onward()]).toEqual([0, null]);
    await user.click(back());
    expect(title().textContent).toBe('Energy Resonance');
    expect(document.activeElement).toBe(title());
    expect(chosen()).toBe(3);
    expect(screen.queryByRole('button', { name: 'Previous lab' })).toBeNull();
    // One answer, which stays.
    const progress = screen.getByRole('progressbar', { name: 'Lab 1 of 11' });
    expect(progress.getAttribute('aria-valuetext')).toBe('9% Complete');
  });

  it('is opened by the first press, also after answers given before hydration', async () => {
    const { user } = await openQuiz({ isArriving: true });
    answerLabs(3);
    expect(title().textContent).toBe('Inner Compass');
    await user.click(back());
    expect(title().textContent).toBe('Community Calling');
    await user.keyboard('1');
    await user.click(back());
    await user.click(back());
    await user.click(back());
    expect(title().textContent).toBe('Energy Resonance');
  });

  it('is opened by Backspace, except in the first lab and while typing elsewhere', async () => {
    const { user } = await openQuiz();
    await user.keyboard('{Backspace}1');
    expect(title().textContent).toBe('Soul Expression');
    const elsewhere = document.body.appendChild(document.createElement('input'));
    await user.type(elsewhere, 'ab{Backspace}');
    expect([elsewhere.value, title().textContent]).toEqual(['a', 'Soul Expression']);
    elsewhere.remove();
    await user.keyboard('{Backspace}');
    expect(title().textContent).toBe('Energy Resonance');
  });

  it('announces the key where it works', async () => {
    stubMedia(withKeyboard);
    const { user } = await openQuiz();
    expect(
      screen.getByRole('group', { description: 'Press 1 to 4 to choose, arrow keys to move' }),
    ).toBeTruthy();
    expect(screen.getByText('Press 1 to 4 to choose, arrow keys to move')).toBeTruthy();
    await user.keyboard('1');
    expect(screen.getByText('Press 1 to 4 to choose, arrow keys to move, Backspace to go back')).toBeTruthy();
    expect(back().getAttribute('aria-keyshortcuts')).toBe('Backspace');
  });

  it('mentions no keys where a keyboard is unlikely', async () => {
    stubMedia();
    const { user } = await openQuiz();
    await user.keyboard('1');
    expect(screen.queryByText(/^Press 1 to 4/)).toBeNull();
    expect(screen.getByRole('group', { name: 'Your answer' }).getAttribute('aria-describedby')).toBeNull();
  });

  it('continues with its answer, by the button or by selecting it again', async () => {
    const { user } = await openQuiz();
    await user.keyboard('12');
    await user.keyboard('{Backspace}{Backspace}');
    await user.click(onward() ?? document.body);
    expect([title().textContent, chosen()]).toEqual(['Soul Expression', 2]);
    expect(document.activeElement).toBe(title());
    await user.keyboard('2');
    expect([title().textContent, chosen(), onward()]).toEqual(['Community Calling', 0, null]);
  });

  it('is sent once with its latest answer, with later answers unchanged', async () => {
    const sent = vi.fn<(responses: unknown) => void>();
    const { user } = await openQuiz({
      handlers: [
        mock('POST /api/vibe-quiz', ({ body }) => {
          sent(body.responses?.map(({ lab, response }) => [lab, response]));
          return saved;
        }),
      ],
    });
    answerLabs(10);
    for (let lab = 11; lab > 4; lab -= 1) await user.keyboard('{Backspace}');
    await user.keyboard('4');
    // Later answers are still there.
    for (let lab = 5; lab <= 10; lab += 1) await user.click(onward() ?? document.body);
    expect(title().textContent).toBe('Soul Essence');
    await user.keyboard('1');
    await screen.findByRole('heading', { level: 1, name: 'Soul Signature Complete!' });
    const expected = labs.map(({ id, options }) => [id, options[id === 4 ? 3 : 0]?.id]);
    expect(sent).toHaveBeenCalledExactlyOnceWith(expected);
  });

  it('is open with its answer after a reload, like the later ones', async () => {
    const { user } = await openQuiz();
    await user.keyboard('1234');
    await user.keyboard('{Backspace}{Backspace}');
    cleanup();
    const again = await openQuiz();
    expect([title().textContent, chosen()]).toEqual(['Community Calling', 3]);
    await again.user.keyboard('1');
    expect([title().textContent, chosen()]).toEqual(['Inner Compass', 4]);
  });

  it('is opened by the browser’s Back, lab by lab, and left again by Forward', async () => {
    const { user, travel, location } = await openQuiz();
    await user.keyboard('123');
    travel(-1);
    expect([title().textContent, chosen()]).toEqual(['Community Calling', 3]);
    expect(document.activeElement).toBe(title());
    travel(-2);
    expect([title().textContent, chosen(), location()]).toEqual(['Energy Resonance', 1, '/vibe-quiz']);
    travel(2);
    expect([title().textContent, chosen()]).toEqual(['Community Calling', 3]);
    travel(1);
    expect([title().textContent, chosen()]).toEqual(['Inner Compass', 0]);
  });

  it('is one history step away, whichever button opened it', async () => {
    const { user, travel } = await openQuiz({ state: { from: 'elsewhere' } });
    await user.keyboard('123');
    await user.click(back());
    travel(-1);
    expect(title().textContent).toBe('Soul Expression');
    await user.keyboard('2');
    await user.keyboard('{Backspace}');
    expect(title().textContent).toBe('Soul Expression');
    // Only the first lab is left to return to: the quiz was opened with it.
    travel(-1);
    expect(title().textContent).toBe('Energy Resonance');
    expect(screen.queryByRole('button', { name: 'Previous lab' })).toBeNull();
  });

  it('is out of reach after the last answer: Back then leaves the quiz', async () => {
    const { travel } = await openQuiz({ handlers: [mock('POST /api/vibe-quiz', () => saved)] });
    answerLabs(11);
    await screen.findByRole('heading', { level: 1, name: 'Soul Signature Complete!' });
    // Forward does not reopen the sent labs.
    travel(3);
    expect(screen.getByRole('heading', { level: 1, name: 'Soul Signature Complete!' })).toBeTruthy();
  });

  it('restarts its clock and its animation', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] });
    await openQuiz();
    answerLabs(1);
    await act(() => vi.advanceTimersByTime(7_000));
    expect(screen.getByRole('timer').textContent).toBe('Response time: 7s');
    act(() => back().click());
    expect(screen.getByRole('timer').textContent).toBe('Response time: 0s');
    const step = () => document.querySelector('section p[aria-hidden=true]')?.textContent;
    expect(step()).toBe('Two quiet rings, far apart.');
    await act(() => vi.advanceTimersByTime(3_000));
    expect(step()).toBe('They breathe out and grow.');
    expect(screen.getByRole('timer').textContent).toBe('Response time: 3s');
    vi.useRealTimers();
  });

  it('stops the voice and releases the microphone on leaving', async () => {
    vi.spyOn(console, 'info').mockImplementation(() => {});
    const speech = stubSpeech();
    const { track } = stubMicrophone();
    const { user } = await openQuiz();
    await user.keyboard('1');
    await user.click(screen.getByRole('button', { name: 'Play Voice' }));
    await vi.waitFor(() => expect(speech.speak).toHaveBeenCalled(), 20_000);
    speech.cancel.mockClear();
    await user.keyboard('{Backspace}');
    expect(speech.cancel).toHaveBeenCalled();
    expect(screen.getByRole('button', { name: 'Play Voice' })).toBeTruthy();

    await user.keyboard('1');
    await user.click(screen.getByRole('button', { name: 'Voice Response' }));
    await screen.findByRole('button', { name: 'Stop Recording' });
    await user.keyboard('{Backspace}');
    expect(track.stop).toHaveBeenCalledOnce();
    expect(screen.getByRole('button', { name: 'Voice Response' })).toBeTruthy();
    removeMicrophone();
  });

  it('stays plain text with reduced motion', async () => {
    stubMedia('(prefers-reduced-motion: reduce)');
    const { container, user } = await openQuiz();
    await user.keyboard('1{Backspace}');
    expect(screen.getByText('Two quiet rings, far apart.')).toBeTruthy();
    expect(container.querySelector('canvas')).toBeNull();
  });

  it('has no accessibility violations, and renders in Spanish', async () => {
    const { container, user } = await openQuiz({ language: 'es' });
    await user.keyboard('12{Backspace}');
    expect(screen.getByRole('button', { name: 'Laboratorio anterior' })).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Laboratorio siguiente' })).toBeTruthy();
    const { violations } = await axe.run(container, { rules: { 'color-contrast': { enabled: false } } });
    expect(violations.map(({ id, nodes }) => [id, nodes[0]?.html])).toEqual([]);
  });
});
