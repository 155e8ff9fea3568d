import { MockFailure, mock } from '@frens/contract/mocks';
import { act, screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { removeMicrophone, stubAudio, stubMicrophone, stubSpeech } from './testing/fake-media.ts';
import { openQuiz, prepareQuizTests } from './testing/open-quiz.ts';

prepareQuizTests();
afterEach(removeMicrophone);

type User = Awaited<ReturnType<typeof openQuiz>>['user'];

/** Reads the lab aloud, and waits for the browser's voice, since the server has none. */
async function listen(user: User, speech: ReturnType<typeof stubSpeech>): Promise<void> {
  await user.click(screen.getByRole('button', { name: /^(Play Voice|Escuchar la voz)$/ }));
  await vi.waitFor(() => expect(speech.speak).toHaveBeenCalled(), 20_000);
}

describe('the browser’s voice', () => {
  it('reads the lab with the specified settings, in the page’s language', async () => {
    const speech = stubSpeech();
    const { user } = await openQuiz({ language: 'es' });
    await listen(user, speech);
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
    await listen(user, speech);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    act(() => void speech.speak.mock.calls[0]?.[0].dispatchEvent(new Event('end')));
    await act(() => vi.advanceTimersByTime(99));
    expect(screen.getByRole('button', { name: 'Stop Voice' })).toBeTruthy();
    await act(() => vi.advanceTimersByTime(1));
    expect(screen.getByRole('button', { name: 'Play Voice' })).toBeTruthy();
    vi.useRealTimers();
  });

  it('stays playing when restarted within those 100 ms', async () => {
    const speech = stubSpeech();
    const { user } = await openQuiz();
    await listen(user, speech);
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
    await listen(user, speech);
    speech.cancel.mockClear();
    act(happen);
    expect(speech.cancel).toHaveBeenCalledOnce();
    expect(screen.getByRole('button', { name: 'Play Voice' })).toBeTruthy();
  });

  it('stops at the next lab', async () => {
    const speech = stubSpeech();
    const { user } = await openQuiz();
    await listen(user, speech);
    speech.cancel.mockClear();
    await user.keyboard('1');
    expect(speech.cancel).toHaveBeenCalled();
    expect(screen.getByRole('button', { name: 'Play Voice' })).toBeTruthy();
  });

  it('only logs a playback error', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
    const speech = stubSpeech();
    const { user } = await openQuiz();
    await listen(user, speech);
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

  it('ends at once in a browser without speech synthesis', async () => {
    const { user } = await openQuiz();
    await user.click(screen.getByRole('button', { name: 'Play Voice' }));
    expect(await screen.findByRole('button', { name: 'Play Voice' })).toBeTruthy();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('takes over and logs the reason when the request fails otherwise', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
    const speech = stubSpeech();
    const refused = mock('POST /api/elevenlabs/generate-voice', () => {
      throw new MockFailure(429, 'too_many_requests');
    });
    const { user } = await openQuiz({ handlers: [refused] });
    await listen(user, speech);
    expect(warn).toHaveBeenCalledExactlyOnceWith(expect.stringContaining('429'));
  });
});

describe('the server’s voice', () => {
  const asked = vi.fn<(text: string) => void>();
  const spoken = mock('POST /api/elevenlabs/generate-voice', ({ body }) => {
    asked(body.text);
    return new Blob(['sound'], { type: 'audio/mpeg' });
  });
  const playing = (made: ReturnType<typeof stubAudio>['made']) =>
    vi.waitFor(() => {
      expect(made[0]?.play).toHaveBeenCalledOnce();
      // Safe because of the line before.
      return made[0] as (typeof made)[number];
    }, 20_000);

  it('reads in the page’s language instead of the browser’s voice, and counts as playing to its end', async () => {
    const speech = stubSpeech();
    const { made, revoke } = stubAudio();
    const { user } = await openQuiz({ language: 'es', handlers: [spoken] });
    await user.click(screen.getByRole('button', { name: 'Escuchar la voz' }));
    const audio = await playing(made);
    expect(asked).toHaveBeenCalledExactlyOnceWith(expect.stringMatching(/^Toma aire y suéltalo/));
    expect(audio.src).toMatch(/^blob:/);
    expect(screen.getByRole('button', { name: 'Detener la voz' })).toBeTruthy();
    act(() => void audio.dispatchEvent(new Event('ended')));
    expect(await screen.findByRole('button', { name: 'Escuchar la voz' })).toBeTruthy();
    expect(revoke).toHaveBeenCalledWith(audio.src);
    expect(speech.speak).not.toHaveBeenCalled();
  });

  it('stops on request, also while loading', async () => {
    const { made } = stubAudio();
    const { user } = await openQuiz({ handlers: [spoken] });
    await user.click(screen.getByRole('button', { name: 'Play Voice' }));
    const audio = await playing(made);
    await user.click(screen.getByRole('button', { name: 'Stop Voice' }));
    expect(audio.pause).toHaveBeenCalledOnce();
    act(() => screen.getByRole('button', { name: 'Play Voice' }).click());
    act(() => screen.getByRole('button', { name: 'Stop Voice' }).click());
    await user.click(screen.getByRole('button', { name: 'Play Voice' }));
    await vi.waitFor(() => expect(made.at(-1)?.play).toHaveBeenCalledOnce(), 20_000);
    expect(made).toHaveLength(2);
  });

  it('falls back to the browser’s voice if it cannot be played', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
    const speech = stubSpeech();
    vi.stubGlobal(
      'Audio',
      class extends EventTarget {
        play = () => Promise.reject(new Error('no codec'));
      },
    );
    const { user } = await openQuiz({ handlers: [spoken] });
    await listen(user, speech);
    expect(warn).toHaveBeenCalledExactlyOnceWith(expect.stringContaining('no codec'));
  });
});

describe('the microphone', () => {
  it('records, stops and logs a WAV that stays in the browser (D41)', async () => {
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

  it('ends when unplugged, and keeps the recording', async () => {
    const info = vi.spyOn(console, 'info').mockImplementation(() => {});
    const { end } = stubMicrophone();
    const { user } = await openQuiz();
    await user.click(screen.getByRole('button', { name: 'Voice Response' }));
    await screen.findByRole('button', { name: 'Stop Recording' });
    act(end);
    expect(screen.queryByRole('button', { name: 'Stop Recording' })).toBeNull();
    expect(screen.getByText(/It stays in this browser/)).toBeTruthy();
    expect(info).toHaveBeenCalledOnce();
  });

  it('denied: explains it until the next try, and the buttons still work', async () => {
    stubMicrophone(() => Promise.reject(new DOMException('denied', 'NotAllowedError')));
    const { user } = await openQuiz();
    await user.click(screen.getByRole('button', { name: 'Voice Response' }));
    const toast = await screen.findByRole('alert');
    expect(toast.textContent).toBe(
      'Recording Error Could not access microphone. You can still use button responses.',
    );
    stubMicrophone();
    await user.click(screen.getByRole('button', { name: 'Voice Response' }));
    expect(screen.queryByRole('alert')).toBeNull();
    await user.keyboard('2');
    expect(screen.getByRole('progressbar', { name: 'Lab 2 of 11' })).toBeTruthy();
  });

  it('stops the voice first, which it would record', async () => {
    vi.spyOn(console, 'info').mockImplementation(() => {});
    stubMicrophone();
    const speech = stubSpeech();
    const { user } = await openQuiz();
    await listen(user, speech);
    speech.cancel.mockClear();
    await user.click(screen.getByRole('button', { name: 'Voice Response' }));
    expect(speech.cancel).toHaveBeenCalledOnce();
  });

  it('is released when the lab is answered while recording', async () => {
    vi.spyOn(console, 'info').mockImplementation(() => {});
    const { track } = stubMicrophone();
    const { user } = await openQuiz();
    await user.click(screen.getByRole('button', { name: 'Voice Response' }));
    await screen.findByRole('button', { name: 'Stop Recording' });
    await user.keyboard('1');
    expect(track.stop).toHaveBeenCalledOnce();
    expect(screen.getByRole('button', { name: 'Voice Response' })).toBeTruthy();
  });

  it('is released at once when permission arrives after the answer', async () => {
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

  it('has no button where recording is unsupported', async () => {
    await openQuiz();
    expect(screen.queryByRole('button', { name: 'Voice Response' })).toBeNull();
  });
});
