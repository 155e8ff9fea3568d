import { useTranslation } from '@frens/platform';
import { chooseTheme, themes, useTheme } from '../theme.ts';
import styles from './language-switch.module.css';

/** Chooses the light or dark theme, or the device's (D61). */
export function ThemeSwitch() {
  const { t } = useTranslation('shell');
  const chosen = useTheme();
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset belongs to a form; these buttons act at once.
    <div role="group" aria-label={t('theme.label')} className={styles.root} data-case="as-written">
      {themes.map((theme) => (
        <button
          key={theme}
          type="button"
          aria-pressed={theme === chosen}
          className={styles.option}
          onClick={() => chooseTheme(theme)}
        >
          {t(`theme.${theme}`)}
        </button>
      ))}
    </div>
  );
}
