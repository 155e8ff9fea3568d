import type { Preview } from '@frens/compose/composition';
import { CopyField } from '@frens/design-system/copy-field';
import { Badge, useLocation, useTranslation } from '@frens/platform';
import { withPreview } from '../composition/engine.ts';
import styles from './preview-bar.module.css';
import { SiteWords } from './site-words.tsx';

/** Says below every page of a preview which versions this tab shows, with a link that shows them to others and the way out. */
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
        // It stands outside of the frame, which brings the words of components.
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
