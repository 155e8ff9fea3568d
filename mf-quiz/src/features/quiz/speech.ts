import { type CompleteLanguage, completeLanguageOf } from '@frens/contract/languages';
import type { Language } from '@frens/platform';

/** Settings of the browser's voice (spec section 9). */
export const speechSettings = { rate: 0.9, pitch: 1.1, volume: 0.8 } as const;

const voiceLanguage: Record<CompleteLanguage, string> = { en: 'en-US', es: 'es-ES' };

/** A text being read aloud. */
export interface Speech {
  stop(): void;
}

/** Whether this browser supports speech synthesis. */
export function canSpeak(): boolean {
  // Some browsers define the name without an implementation.
  return Boolean(window.speechSynthesis) && 'SpeechSynthesisUtterance' in window;
}

/**
 * Reads a text aloud, interrupting the current one.
 *
 * @param onEnd called when the speech ends by itself; not after `stop`
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
      // Sound is optional, so a failure only goes to the log (spec section 8).
      console.warn(`The voice stopped: ${error}`);
      onEnd();
    },
    { signal },
  );
  speechSynthesis.cancel();
  speechSynthesis.speak(utterance);
  return {
    stop() {
      // Browsers report cancelling as an error, which is expected here.
      listening.abort();
      speechSynthesis.cancel();
    },
  };
}
