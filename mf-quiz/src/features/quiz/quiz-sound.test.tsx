import { act, screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { removeMicrophone, stubMicrophone, stubSpeech } from './testing/fake-media.ts';
import { openQuiz, prepareQuizTests } from './testing/open-quiz.ts';

prepareQuizTests();
afterEach(removeMicrophone);

describe('the voice', () => {
  it('reads the lab aloud as the specification sets it, in the language of the page', async () => {
    const speech = stubSpeech();
    const { user } = await openQuiz({ language: 'es' });
    await user.click(screen.getByRole('button', { name: 'Escuchar la voz' }));
    expect(speech.speak.mock.calls[0]?.[0]).toMatchObject({
      lang: 'es-ES',
      rate: 0.9,
      pitch: 1.1,
      volume: 0.8,
      text: expect.stringMatching(/^Toma aire y suéltalo/),
    });
    await user.click(screen.getByRole('button', { name: 'Detener la voz' }));
    expect(speech.cancel).toHaveBeenCalledTimes(2);
    expect(screen.getByRole('button', { name: 'Escuchar la voz' })).toBeTruthy();
  });

  it('counts as playing until 100 ms after its end', async () => {
    const speech = stubSpeech();
    const { user } = await openQuiz();
    await user.click(screen.getByRole('button', { name: 'Play Voice' }));
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    act(() => void speech.speak.mock.calls[0]?.[0].dispatchEvent(new Event('end')));
    await act(() => vi.advanceTimersByTime(99));
    expect(screen.getByRole('button', { name: 'Stop Voice' })).toBeTruthy();
    await act(() => vi.advanceTimersByTime(1));
    expect(screen.getByRole('button', { name: 'Play Voice' })).toBeTruthy();
    vi.useRealTimers();
  });

  it('stays playing when it was started again before those 100 ms were over', async () => {
    const speech = stubSpeech();
    const { user } = await openQuiz();
    await user.click(screen.getByRole('button', { name: 'Play Voice' }));
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    act(() => void speech.speak.mock.calls[0]?.[0].dispatchEvent(new Event('end')));
    act(() => screen.getByRole('button', { name: 'Stop Voice' }).click());
    act(() => screen.getByRole('button', { name: 'Play Voice' }).click());
    await act(() => vi.advanceTimersByTime(500));
    expect(screen.getByRole('button', { name: 'Stop Voice' })).toBeTruthy();
    vi.useRealTimers();
  });

  it.each([
    [
      'the tab is hidden',
      () => {
        vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
        document.dispatchEvent(new Event('visibilitychange'));
      },
    ],
    [
      'the page is left',
      () => {
        window.dispatchEvent(new Event('pagehide'));
      },
    ],
  ])('falls silent when %s', async (_case, happen) => {
    const speech = stubSpeech();
    const { user } = await openQuiz();
    await user.click(screen.getByRole('button', { name: 'Play Voice' }));
    speech.cancel.mockClear();
    act(happen);
    expect(speech.cancel).toHaveBeenCalledOnce();
    expect(screen.getByRole('button', { name: 'Play Voice' })).toBeTruthy();
  });

  it('falls silent when the next lab comes', async () => {
    const speech = stubSpeech();
    const { user } = await openQuiz();
    await user.click(screen.getByRole('button', { name: 'Play Voice' }));
    speech.cancel.mockClear();
    await user.keyboard('1');
    expect(speech.cancel).toHaveBeenCalled();
    expect(screen.getByRole('button', { name: 'Play Voice' })).toBeTruthy();
  });

  it('only logs a playback error', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
    const speech = stubSpeech();
    const { user } = await openQuiz();
    await user.click(screen.getByRole('button', { name: 'Play Voice' }));
    act(
      () =>
        void speech.speak.mock.calls[0]?.[0].dispatchEvent(
          Object.assign(new Event('error'), { error: 'synthesis-failed' }),
        ),
    );
    expect(warn).toHaveBeenCalledExactlyOnceWith('The voice stopped: synthesis-failed');
    expect(await screen.findByRole('button', { name: 'Play Voice' })).toBeTruthy();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('has no button where the browser cannot speak', async () => {
    await openQuiz();
    expect(screen.queryByRole('button', { name: 'Play Voice' })).toBeNull();
  });
});

describe('the microphone', () => {
  it('records, stops and logs a wav that stays in the browser (D41)', async () => {
    const info = vi.spyOn(console, 'info').mockImplementation(() => {});
    const { getUserMedia, track } = stubMicrophone();
    const { user } = await openQuiz();
    await user.click(screen.getByRole('button', { name: 'Voice Response' }));
    expect(getUserMedia).toHaveBeenCalledExactlyOnceWith({ audio: true });
    await user.click(await screen.findByRole('button', { name: 'Stop Recording' }));

    const [, audio] = info.mock.calls[0] ?? [];
    expect(audio).toBeInstanceOf(Blob);
    expect(audio).toHaveProperty('type', 'audio/wav');
    expect(track.stop).toHaveBeenCalledOnce();
    expect(screen.getByText(/It stays in this browser/)).toBeTruthy();
  });

  it('denied: says so, and the buttons still answer', async () => {
    stubMicrophone(() => Promise.reject(new DOMException('denied', 'NotAllowedError')));
    const { user } = await openQuiz();
    await user.click(screen.getByRole('button', { name: 'Voice Response' }));
    const toast = await screen.findByRole('alert');
    expect(toast.textContent).toBe(
      'Recording Error Could not access microphone. You can still use button responses.',
    );
    expect(screen.getByRole('button', { name: 'Voice Response' })).toBeTruthy();
    await user.keyboard('2');
    expect(screen.getByRole('progressbar', { name: 'Lab 2 of 11' })).toBeTruthy();
  });

  it('silences the voice first, which it would hear', async () => {
    vi.spyOn(console, 'info').mockImplementation(() => {});
    stubMicrophone();
    const speech = stubSpeech();
    const { user } = await openQuiz();
    await user.click(screen.getByRole('button', { name: 'Play Voice' }));
    speech.cancel.mockClear();
    await user.click(screen.getByRole('button', { name: 'Voice Response' }));
    expect(speech.cancel).toHaveBeenCalledOnce();
  });

  it('is freed when the lab is answered while it records', async () => {
    vi.spyOn(console, 'info').mockImplementation(() => {});
    const { track } = stubMicrophone();
    const { user } = await openQuiz();
    await user.click(screen.getByRole('button', { name: 'Voice Response' }));
    await screen.findByRole('button', { name: 'Stop Recording' });
    await user.keyboard('1');
    expect(track.stop).toHaveBeenCalledOnce();
    expect(screen.getByRole('button', { name: 'Voice Response' })).toBeTruthy();
  });

  it('is freed at once when permission comes after the lab was answered', async () => {
    vi.spyOn(console, 'info').mockImplementation(() => {});
    let permit = () => {};
    const { track } = stubMicrophone(
      () =>
        new Promise((resolve) => {
          permit = resolve;
        }),
    );
    const { user } = await openQuiz();
    await user.click(screen.getByRole('button', { name: 'Voice Response' }));
    await user.keyboard('1');
    await act(async () => permit());
    expect(track.stop).toHaveBeenCalledOnce();
  });

  it('has no button where the page can have none', async () => {
    await openQuiz();
    expect(screen.queryByRole('button', { name: 'Voice Response' })).toBeNull();
  });
});
