import { errorCodes } from '@frens/contract/errors';
import type { Logger } from 'pino';
import { type Clock, endsAhead, fromNow, isIn, minute } from '../clock.ts';
import type { Config } from '../config.ts';
import { AppError } from '../errors.ts';
import { aside } from '../request-context.ts';
import { speakByElevenLabs, type Utterance } from './eleven-labs.ts';

/** The quiz's speech synthesis. */
export interface Voice {
  /**
   * @returns the text as an MP3
   * @throws {AppError} 503 when speech is unavailable
   */
  speak(utterance: Utterance): Promise<Uint8Array>;
}

/** Cache size: all texts of both languages with the page's settings, and as many with others. 0.2 MB each. */
const maxCached = 44;

/** Circuit breaker: after a failure the provider is not called for this long (milliseconds), and pages use the browser's voice. */
const cooldown = minute;

/** Creates the process's speech synthesis. Caches results (LRU), and shares concurrent requests for the same text. */
export function createVoice({ elevenLabs }: Config, clock: Clock, log: Logger): Voice {
  const cache = new Map<string, Promise<Uint8Array>>();
  let brokenUntil = new Date(0);

  async function generate(utterance: Utterance): Promise<Uint8Array> {
    if (elevenLabs === null || isIn(brokenUntil, endsAhead(clock, cooldown))) throw unavailable();
    try {
      return await aside(speakByElevenLabs(elevenLabs, utterance));
    } catch (cause) {
      brokenUntil = fromNow(clock, cooldown);
      log.warn({ reason: String(cause) }, 'The voice of the quiz is not to be had.');
      throw unavailable(cause);
    }
  }

  return {
    async speak(utterance) {
      const key = JSON.stringify(utterance);
      const found = cache.get(key) ?? generate(utterance);
      // Moves the entry to the end of the LRU order.
      cache.delete(key);
      cache.set(key, found);
      const [oldest] = cache.keys();
      if (cache.size > maxCached && oldest !== undefined) cache.delete(oldest);
      try {
        return await found;
      } catch (error) {
        if (cache.get(key) === found) cache.delete(key);
        throw error;
      }
    },
  };
}

const unavailable = (cause?: unknown) => new AppError(503, errorCodes.voiceUnavailable, { cause });
