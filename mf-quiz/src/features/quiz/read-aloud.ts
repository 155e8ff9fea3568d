import { ApiError, api, type Language } from '@frens/platform';
import { canSpeak, type Speech, speak } from './speech.ts';

/**
 * Reads a lab's text aloud, with the server's voice (D44) or else the browser's. Never rejects: sound is optional, so failures only
 * go to the log (spec section 8).
 *
 * @param onEnd called when the speech ends by itself or no voice is available; not after `stop`
 */
export function readAloud(text: string, language: Language, onEnd: () => void): Speech {
  const stopped = new AbortController();
  let speech: Speech | null = null;

  async function read(): Promise<void> {
    const sound = await fetchSound(text, stopped.signal);
    if (stopped.signal.aborted) return;
    speech = sound && (await play(sound, onEnd));
    if (stopped.signal.aborted) return speech?.stop();
    if (speech) return;
    if (canSpeak()) speech = speak(text, language, onEnd);
    else onEnd();
  }
  void read();

  return {
    stop() {
      stopped.abort();
      speech?.stop();
    },
  };
}

async function fetchSound(text: string, signal: AbortSignal): Promise<Blob | null> {
  try {
    return await api.call('POST /api/elevenlabs/generate-voice', { body: { text }, signal });
  } catch (error) {
    const isExpected = signal.aborted || (error instanceof ApiError && error.code === 'voice_unavailable');
    if (!isExpected) console.warn(`The voice of the site did not come: ${String(error)}`);
    return null;
  }
}

/** @returns the playing speech, or null if the browser cannot play it */
async function play(sound: Blob, onEnd: () => void): Promise<Speech | null> {
  const address = URL.createObjectURL(sound);
  const audio = new Audio(address);
  const end = () => URL.revokeObjectURL(address);
  try {
    audio.addEventListener('ended', () => {
      end();
      onEnd();
    });
    await audio.play();
  } catch (error) {
    end();
    console.warn(`The voice of the site did not play: ${String(error)}`);
    return null;
  }
  return {
    stop() {
      audio.pause();
      end();
    },
  };
}
