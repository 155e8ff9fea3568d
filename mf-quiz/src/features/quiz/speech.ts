import { type CompleteLanguage, completeLanguageOf } from '@frens/contract/languages';
import type { Language } from '@frens/platform';

/** How the browser's own voice reads a lab (spec section 9). */
export const speechSettings = { rate: 0.9, pitch: 1.1, volume: 0.8 } as const;

const voiceLanguage: Record<CompleteLanguage, string> = { en: 'en-US', es: 'es-ES' };

/** Something being read aloud. */
export interface Speech {
  stop(): void;
}

/** Whether this browser can read aloud. */
export function canSpeak(): boolean {
  // Some browsers have the name alone.
  return Boolean(window.speechSynthesis) && 'SpeechSynthesisUtterance' in window;
}

/**
 * Reads a text aloud, instead of whatever was being read.
 *
 * @param onEnd called when the reading ends by itself; not after `stop`
 */
export function speak(text: string, language: Language, onEnd: () => void): Speech {
  const utterance = new SpeechSynthesisUtterance(text);
  Object.assign(utterance, speechSettings, { lang: voiceLanguage[completeLanguageOf(language)] });
  const listening = new AbortController();
  const { signal } = listening;
  utterance.addEventListener('end', onEnd, { signal });
  utterance.addEventListener(
    'error',
    ({ error }) => {
      // The lab can be taken without sound: a failed voice is for the log alone (spec section 8).
      console.warn(`The voice stopped: ${error}`);
      onEnd();
    },
    { signal },
  );
  speechSynthesis.cancel();
  speechSynthesis.speak(utterance);
  return {
    stop() {
      // Cancelling counts as an error for the browser; nobody wants to hear of it.
      listening.abort();
      speechSynthesis.cancel();
    },
  };
}
