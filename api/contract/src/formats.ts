import type { Language } from './languages.ts';

// Formats numbers and times for readers, in the server's messages and in pages.

/** `Intl` reads decimal text exactly; its type requires a numeric literal. */
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

/** The reader's decimal separator. */
export function decimalSign(language: Language): '.' | ',' {
  return numberFormat(language, 1).format(0.5).includes(',') ? ',' : '.';
}

function formatDecimals(language: Language, text: string, decimals: number): string {
  return numberFormat(language, decimals).format(decimal(text));
}

/**
 * Formats an amount of BAMBOO with two decimals.
 *
 * @param locale the language with the reader's country, where this is not their browser
 */
export function formatAmount(language: Language, amount: string, locale?: string): string {
  return numberFormat(language, 2, 'auto', locale).format(decimal(amount));
}

/** Formats a change in BAMBOO with its sign; negative ones have a minus, not a hyphen. */
export function formatChange(language: Language, amount: string): string {
  return numberFormat(language, 2, 'exceptZero').format(decimal(amount)).replace('-', '−');
}

/** Formats the quotient for badges: whole. */
export function formatQuotient(language: Language, quotient: string): string {
  return formatDecimals(language, quotient, 0);
}

/** Formats the quotient, its parts and engagement with one decimal. */
export function formatScore(language: Language, score: string): string {
  return formatDecimals(language, score, 1);
}

/**
 * Formats a count.
 *
 * @param locale as for `formatAmount`
 */
export function formatCount(language: Language, count: number, locale?: string): string {
  // Small numbers look the same in all regions of these languages, and creating a formatter takes longer than rendering all counts of a page.
  if (Number.isInteger(count) && count >= 0 && count < 1_000) return String(count);
  return numberFormat(language, undefined, 'auto', locale).format(count);
}

interface Reader {
  languages?: readonly string[];
}

/**
 * The browser's valid languages, preferred one first: a browser may pass on its system's invalid ones, such as
 * `en_US.UTF-8@posix`. The server knows of none.
 */
export function readerLanguages(): string[] {
  // Safe on pages and on the server, whose own `navigator` says nothing about a reader.
  const { document, navigator } = globalThis as { document?: unknown; navigator?: Reader };
  const tags = document === undefined ? [] : (navigator?.languages ?? []);
  return tags.flatMap((tag) => {
    try {
      return Intl.getCanonicalLocales(tag.replace(/[.@].*/, '').replaceAll('_', '-'));
    } catch {
      return []; // Not a valid language tag.
    }
  });
}

/** The language with the region of the reader's browser: dates differ in Britain, numbers in Mexico. */
export function localeOf(language: Language): string {
  return readerLanguages().find((tag) => tag.split('-')[0] === language) ?? language;
}

const dateFormats = new Map<string, Intl.DateTimeFormat>();

/**
 * Formats a moment with the given options; prefer the functions below for dates and times of events.
 *
 * @param locale of the reader, see `localeOf`
 */
export function formatDate(locale: string, options: Intl.DateTimeFormatOptions, date: Date): string {
  const way = `${locale} ${JSON.stringify(options)}`;
  return madeOnce(dateFormats, way, () => new Intl.DateTimeFormat(locale, options)).format(date);
}

/** Formats the date of a moment, in the reader's time zone. */
export function formatDay(language: Language, time: string): string {
  return formatDate(localeOf(language), { dateStyle: 'medium' }, new Date(time));
}

/** Formats the time of day of a moment, in the reader's time zone. */
export function formatTime(language: Language, time: string): string {
  return formatDate(localeOf(language), { timeStyle: 'short' }, new Date(time));
}

/** Formats date and time of a moment, in the reader's time zone. */
export function formatMoment(language: Language, time: string): string {
  return formatDate(localeOf(language), { dateStyle: 'medium', timeStyle: 'short' }, new Date(time));
}
