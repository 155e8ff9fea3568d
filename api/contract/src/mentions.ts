import { limits } from './limits.ts';
import { usernameSign } from './username-sign.ts';

/** A part of a text, and the username that it mentions, if any. */
export interface TextPart {
  text: string;
  username: string | null;
}

// No character of a username before the `@`: a mail address is not a mention.
const mention = new RegExp(`(?<!(?:${usernameSign}|@))@(${usernameSign}+)`, 'gu');
const wordEnd = /[._-]*$/;
const separator = /[._-]/g;
/** At most this many candidates per mention are looked up: a row of dots must not cause more. */
const mostReadings = 8;

/**
 * The usernames that may be meant by what stands behind an `@`, longest first: a username may end with a dot, and so may a sentence.
 *
 * @param isGlued a letter of another script stands before the `@`: `请@maya`. What looks like an address there calls nobody by a part.
 */
function readingsOf(word: string, isGlued: boolean): string[] {
  const shortest = isGlued ? word.replace(wordEnd, '').length : 1;
  const ends = [...word.matchAll(separator)].flatMap(({ index }) => [index, index + 1]);
  const { min, max } = limits.username;
  return [...new Set([...ends, word.length])]
    .filter((end) => end >= shortest)
    .sort((one, other) => other - one)
    .map((end) => word.slice(0, end))
    .filter((reading) => reading.length >= min && [...reading.normalize('NFKC')].length <= max)
    .slice(0, mostReadings);
}

interface Mention {
  start: number;
  readings: string[];
}

function mentionsIn(text: string): Mention[] {
  return [...text.matchAll(mention)]
    .map(({ index, 1: word = '' }) => ({
      start: index,
      readings: readingsOf(word, /[\p{L}\p{M}\p{N}]$/u.test(text.slice(0, index))),
    }))
    .filter(({ readings }) => readings.length > 0);
}

/** The candidates of each mention (`@username`, D68) in a text, without duplicates, longest first; the longest existing username wins. */
export function possibleMentions(text: string): string[][] {
  return [...new Map(mentionsIn(text).map(({ readings }) => [readings.join(' '), readings])).values()];
}

/**
 * Splits a text at its mentions.
 *
 * @param usernames the mentioned ones, as written in the text
 */
export function partsOf(text: string, usernames: readonly string[]): TextPart[] {
  const parts: TextPart[] = [];
  let end = 0;
  for (const { start, readings } of mentionsIn(text)) {
    const username = readings.find((reading) => usernames.includes(reading));
    if (username === undefined) continue;
    if (start > end) parts.push({ text: text.slice(end, start), username: null });
    end = start + 1 + username.length;
    parts.push({ text: text.slice(start, end), username });
  }
  if (end < text.length) parts.push({ text: text.slice(end), username: null });
  return parts;
}
