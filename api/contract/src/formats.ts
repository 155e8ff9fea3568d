import type { Language } from './languages.ts';

// The one place that writes numbers and times for a reader, used by the server's sentences and by the pages.

/** `Intl` reads decimal text exactly, digit by digit; its type wants the text to be known as a number. */
function decimal(text: string): `${number}` {
  // True for every amount, score and count of the contract: their schemas admit decimal text only.
  return text as `${number}`;
}

/** Cached formatters: creating one takes 20 ms on a slow phone, and a page formats many numbers and dates. */
export function madeOnce<Format>(formats: Map<string, Format>, way: string, make: () => Format): Format {
  const format = formats.get(way) ?? make();
  formats.set(way, format);
  return format;
}

const numberFormats = new Map<string, Intl.NumberFormat>();

function numberFormat(
  language: Language,
  decimals?: number,
  signDisplay: 'auto' | 'exceptZero' = 'auto',
  locale = localeOf(language),
): Intl.NumberFormat {
  const digits = { minimumFractionDigits: decimals, maximumFractionDigits: decimals };
  const way = `${locale} ${decimals} ${signDisplay}`;
  return madeOnce(numberFormats, way, () => new Intl.NumberFormat(locale, { ...digits, signDisplay }));
}

/** The sign before decimals, as the reader writes them. */
export function decimalSign(language: Language): '.' | ',' {
  return numberFormat(language, 1).format(0.5).includes(',') ? ',' : '.';
}

function formatDecimals(language: Language, text: string, decimals: number): string {
  return numberFormat(language, decimals).format(decimal(text));
}

/**
 * An amount of BAMBOO, with two decimals.
 *
 * @param locale the language with the reader's country, where this is not their browser
 */
export function formatAmount(language: Language, amount: string, locale?: string): string {
  return numberFormat(language, 2, 'auto', locale).format(decimal(amount));
}

/** By how much an amount of BAMBOO changes: with its sign, also when it is more; less has a minus, not a hyphen. */
export function formatChange(language: Language, amount: string): string {
  return numberFormat(language, 2, 'exceptZero').format(decimal(amount)).replace('-', '−');
}

/** The quotient as on badges: whole. */
export function formatQuotient(language: Language, quotient: string): string {
  return formatDecimals(language, quotient, 0);
}

/** The quotient, its parts and engagement where there is room: one decimal. */
export function formatScore(language: Language, score: string): string {
  return formatDecimals(language, score, 1);
}

/**
 * A number of frens or of contributions.
 *
 * @param locale as for `formatAmount`
 */
export function formatCount(language: Language, count: number, locale?: string): string {
  // Written alike wherever these languages are spoken; making a format takes longer than all that a page renders of counts.
  if (Number.isInteger(count) && count >= 0 && count < 1_000) return String(count);
  return numberFormat(language, undefined, 'auto', locale).format(count);
}

interface Reader {
  languages?: readonly string[];
}

/**
 * The languages of the reader's browser, the preferred one first, as `Intl` takes them: a browser may hand on what its system says, such as
 * `en_US.UTF-8@posix`. The server knows of none.
 */
export function readerLanguages(): string[] {
  // True of a page and of the server, whose own `navigator` tells nothing of a reader.
  const { document, navigator } = globalThis as { document?: unknown; navigator?: Reader };
  const tags = document === undefined ? [] : (navigator?.languages ?? []);
  return tags.flatMap((tag) => {
    try {
      return Intl.getCanonicalLocales(tag.replace(/[.@].*/, '').replaceAll('_', '-'));
    } catch {
      return []; // No language that anybody could speak.
    }
  });
}

/** The language as the reader's browser has it, with its country: dates read otherwise in Britain, and numbers in Mexico. */
export function localeOf(language: Language): string {
  return readerLanguages().find((tag) => tag.split('-')[0] === language) ?? language;
}

const dateFormats = new Map<string, Intl.DateTimeFormat>();

/**
 * A moment in a way of its own; days and times of what happened have the functions below.
 *
 * @param locale of the reader, see `localeOf`
 */
export function formatDate(locale: string, options: Intl.DateTimeFormatOptions, date: Date): string {
  const way = `${locale} ${JSON.stringify(options)}`;
  return madeOnce(dateFormats, way, () => new Intl.DateTimeFormat(locale, options)).format(date);
}

/** The day of a moment, in the reader's time zone. */
export function formatDay(language: Language, time: string): string {
  return formatDate(localeOf(language), { dateStyle: 'medium' }, new Date(time));
}

/** The time of day of a moment, in the reader's time zone. */
export function formatTime(language: Language, time: string): string {
  return formatDate(localeOf(language), { timeStyle: 'short' }, new Date(time));
}

/** The day of a moment and the time of that day, in the reader's time zone. */
export function formatMoment(language: Language, time: string): string {
  return formatDate(localeOf(language), { dateStyle: 'medium', timeStyle: 'short' }, new Date(time));
}
