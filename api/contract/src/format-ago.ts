import { formatDay, localeOf, madeOnce } from './formats.ts';
import type { Language } from './languages.ts';

const steps = [
  ['day', 24 * 60 * 60 * 1_000],
  ['hour', 60 * 60 * 1_000],
  ['minute', 60 * 1_000],
] as const;
/** Moments at least this many days ago are formatted as dates. */
const relativeDays = 7;

const relativeFormats = new Map<string, Intl.RelativeTimeFormat>();

/** Formats a moment relatively, "5 minutes ago", "yesterday"; older ones as dates. */
export function formatAgo(language: Language, time: string, now: number): string {
  const past = Math.max(0, now - Date.parse(time));
  const [unit, length] =
    steps.find(([, one]) => past >= one) ?? (['second', Number.POSITIVE_INFINITY] as const);
  const count = Math.floor(past / length);
  if (unit === 'day' && count >= relativeDays) return formatDay(language, time);
  const locale = localeOf(language);
  const format = madeOnce(
    relativeFormats,
    locale,
    () => new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }),
  );
  return format.format(-count, unit);
}
