import { brand, Link, Logo, useTranslation } from '@frens/platform';
import styles from './bare-frame.module.css';
import { TroubleBar } from './connection-bar.tsx';

/** The bar of a page without navigation. */
export function BareHeader() {
  const { t } = useTranslation('shell');
  return (
    <>
      <TroubleBar />
      <header className={styles.header}>
        <Link to="/" className={styles.home} aria-label={t('chrome.home')}>
          <Logo name={brand.site} />
        </Link>
      </header>
    </>
  );
}
