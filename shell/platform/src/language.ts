import { type Language, languages } from './remote-module.ts';

const storageKey = 'language';

/** Whether the site speaks a language. */
export function isLanguage(value: string | null): value is Language {
  return languages.some((language) => language === value);
}

/** The language of this browser: the stored choice, then the browser's languages, then English (spec section 9). */
export function readLanguage(): Language {
  const wanted = [readChoice(), ...navigator.languages.map((tag) => tag.slice(0, 2))];
  return wanted.find(isLanguage) ?? languages[0];
}

/** Keeps the language for the next page of this browser. */
export function keepLanguage(language: Language): void {
  try {
    localStorage.setItem(storageKey, language);
  } catch {
    // Storage may be refused (private mode, full): the choice then lasts for this page only.
  }
  // For the server, which names the files of this language in the page itself.
  document.cookie = `${storageKey}=${language}; path=/; max-age=31536000; samesite=lax`;
}

function readChoice(): string | null {
  try {
    return localStorage.getItem(storageKey);
  } catch {
    return null; // Storage refused: as if nothing had been chosen.
  }
}
