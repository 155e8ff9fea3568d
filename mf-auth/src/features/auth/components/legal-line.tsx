import { Text, useTranslation } from '@frens/platform';
import styles from '../auth.module.css';

/** Links to the terms. They open in a new tab, so that the form keeps its input. */
export function LegalLine() {
  const { t } = useTranslation('mf-auth');
  return (
    <div className={styles.legal}>
      <Text size="sm" tone="muted">
        {t('legal.intro')}
      </Text>
      <ul className={styles.legalLinks}>
        <li>
          <a href="/about/terms" target="_blank" rel="noreferrer">
            {t('legal.terms')}
          </a>
        </li>
        <li>
          <a href="/about/privacy" target="_blank" rel="noreferrer">
            {t('legal.privacy')}
          </a>
        </li>
      </ul>
    </div>
  );
}
