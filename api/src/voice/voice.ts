import { errorCodes } from '@frens/contract/errors';
import type { Logger } from 'pino';
import { type Clock, endsAhead, fromNow, isIn, minute } from '../clock.ts';
import type { Config } from '../config.ts';
import { AppError } from '../errors.ts';
import { aside } from '../request-context.ts';
import { speakByElevenLabs, type Utterance } from './eleven-labs.ts';

/** The voice of the quiz. */
export interface Voice {
  /**
   * @returns the text as an MP3
   * @throws {AppError} 503 where nobody speaks, or not now
   */
  speak(utterance: Utterance): Promise<Uint8Array>;
}

/** How many texts are kept spoken: all of both languages as the page asks for them, and as many in other settings. 0.2 MB each. */
const keptAtMost = 44;

/** For so long nobody is asked who has just failed, in milliseconds: pages go on with the browser's voice at once. */
const restAfterFailure = minute;

/** Makes the voice of this process. What was spoken once is kept, and a text that many ask for at once is spoken once. */
export function createVoice({ elevenLabs }: Config, clock: Clock, log: Logger): Voice {
  const spoken = new Map<string, Promise<Uint8Array>>();
  let silentUntil = new Date(0);

  async function generate(utterance: Utterance): Promise<Uint8Array> {
    if (elevenLabs === null || isIn(silentUntil, endsAhead(clock, restAfterFailure))) throw unavailable();
    try {
      return await aside(speakByElevenLabs(elevenLabs, utterance));
    } catch (cause) {
      silentUntil = fromNow(clock, restAfterFailure);
      log.warn({ reason: String(cause) }, 'The voice of the quiz is not to be had.');
      throw unavailable(cause);
    }
  }

  return {
    async speak(utterance) {
      const key = JSON.stringify(utterance);
      const found = spoken.get(key) ?? generate(utterance);
      // Asked for last, thrown away last.
      spoken.delete(key);
      spoken.set(key, found);
      const [oldest] = spoken.keys();
      if (spoken.size > keptAtMost && oldest !== undefined) spoken.delete(oldest);
      try {
        return await found;
      } catch (error) {
        if (spoken.get(key) === found) spoken.delete(key);
        throw error;
      }
    },
  };
}

const unavailable = (cause?: unknown) => new AppError(503, errorCodes.voiceUnavailable, { cause });
