import { readerLanguages } from '@frens/contract/formats';
import { isLanguage, type Language, languages } from '@frens/contract/languages';
import { safeLocalStorage } from './browser-storage.ts';

const storageKey = 'language';

/** The initial language: the stored choice, then the browser's languages, then English (spec section 9). */
export function readLanguage(): Language {
  const wanted = [safeLocalStorage.read(storageKey), ...readerLanguages().map((tag) => tag.split('-')[0])];
  return wanted.find(isLanguage) ?? languages[0];
}

/** Stores the language for this browser's next page. */
export function storeLanguage(language: Language): void {
  // Without storage the choice lasts for this page only.
  safeLocalStorage.write(storageKey, language);
  // For the server, which preloads the files of this language.
  try {
    document.cookie = `${storageKey}=${language}; path=/; max-age=31536000; samesite=lax`;
  } catch {
    // A page without access to cookies.
  }
}
