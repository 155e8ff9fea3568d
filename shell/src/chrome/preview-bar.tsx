import type { Preview } from '@frens/compose';
import { CopyField } from '@frens/design-system/copy-field';
import { Badge, useLocation, useTranslation } from '@frens/platform';
import { withPreview } from '../composition/engine.ts';
import styles from './preview-bar.module.css';
import { SiteWords } from './site-words.tsx';

/** The bar of a preview: which versions this tab shows, a link to share them, and the exit. */
export function PreviewBar({ wanted, isPublished }: Preview) {
  const { t } = useTranslation('shell');
  const { pathname, search, hash } = useLocation();
  const here = new URL(pathname + search + hash, location.href);
  return (
    <aside className={styles.root} aria-label={t('preview.title')}>
      <p className={styles.words}>
        <Badge>{t('preview.title')}</Badge>
        <span>{t(isPublished ? 'preview.shown' : 'preview.unknown', { versions: wanted })}</span>
      </p>
      {isPublished ? (
        // It is outside of the frame, which provides the labels of components.
        <SiteWords>
          <CopyField className={styles.link} label={t('preview.link')} value={withPreview(here, wanted)} />
        </SiteWords>
      ) : null}
      <a className={styles.leave} href={withPreview(here, '')}>
        {t('preview.leave')}
      </a>
    </aside>
  );
}
