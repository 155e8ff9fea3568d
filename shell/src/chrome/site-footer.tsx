import { brand, Container, Link, Logo, useTranslation } from '@frens/platform';
import { aboutPath, footerColumns } from '../pages/static-pages.ts';
import styles from './site-footer.module.css';
import { SocialIcons } from './social-icons.tsx';
import { ThemeSwitch } from './theme-switch.tsx';

/** The footer: what the site is, and links to its static pages. */
export function SiteFooter() {
  const { t } = useTranslation('shell');
  return (
    <footer className={styles.root}>
      <Container className={styles.grid}>
        <div className={styles.brand}>
          <Logo name={brand.site} />
          <p className={styles.tagline}>{t('footer.tagline')}</p>
          <SocialIcons />
          <ThemeSwitch />
        </div>
        <nav aria-label={t('footer.label')} className={styles.columns}>
          {footerColumns.map(({ column, pages }) => (
            <div key={column}>
              <h2 className={styles.heading}>{t(`footer.${column}`)}</h2>
              <ul className={styles.list}>
                {pages.map((page) => (
                  <li key={page}>
                    <Link to={aboutPath(page)} className={styles.link}>
                      {t(`footer.${page}`)}
                    </Link>
                  </li>
                ))}
              </ul>
            </div>
          ))}
        </nav>
        <p className={styles.closing}>{t('footer.closing')}</p>
      </Container>
    </footer>
  );
}
