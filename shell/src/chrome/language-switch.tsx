import { currentLanguage, type Language, languages, useAction, useTranslation } from '@frens/platform';
import { chooseLanguage } from '@frens/platform/internal';
import styles from './language-switch.module.css';

/** The names of the languages in themselves. */
const endonymOf = (language: Language) => new Intl.DisplayNames(language, { type: 'language' }).of(language);

/** Chooses the language of the site; the browser remembers it (spec section 9). */
export function LanguageSwitch() {
  const { t } = useTranslation('shell');
  const chosen = currentLanguage();
  const choose = useAction({
    send: (language: Language) => chooseLanguage(language),
    // A language that is slow to load does not block the other.
    lockBy: (language) => language,
    meta: { failureTitle: t('chrome.languageLost') },
  });
  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset belongs to a form; these buttons act at once. */}
      <div role="group" aria-label={t('chrome.language')} className={styles.root}>
        {languages.map((language) => (
          <button
            key={language}
            type="button"
            lang={language}
            // Starts with the visible text, so that voice control finds it (label in name).
            aria-label={`${language} – ${endonymOf(language)}`}
            aria-pressed={language === chosen}
            className={styles.option}
            onClick={() => choose.run(language)}
          >
            {language}
          </button>
        ))}
      </div>
      <noscript>
        {languages
          .filter((language) => language !== chosen)
          .map((language) => (
            // The server remembers it.
            <a key={language} href={`?scripts=none&lang=${language}`} lang={language} hrefLang={language}>
              {endonymOf(language)}
            </a>
          ))}
      </noscript>
    </>
  );
}
