import type { Language } from '@frens/platform';

/** A day as a reader of the language writes it. */
export function dayText(time: string, language: Language): string {
  return new Intl.DateTimeFormat(language, { dateStyle: 'medium' }).format(new Date(time));
}

/** A day and a time of it. */
export function momentText(time: string, language: Language): string {
  return new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' }).format(
    new Date(time),
  );
}
