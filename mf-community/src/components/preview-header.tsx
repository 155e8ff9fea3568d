import { Badge, Notice, PageHeader, PandaScene, type PandaSceneProps, useTranslation } from '@frens/platform';
import styles from './preview-header.module.css';

interface PreviewHeaderProps {
  title: string;
  description: string;
  /** Says that the samples are invented. */
  note: string;
  scene: PandaSceneProps['scene'];
}

/** Header of a preview screen. */
export function PreviewHeader({ title, description, note, scene }: PreviewHeaderProps) {
  const { t } = useTranslation('mf-community');
  return (
    <div className={styles.root}>
      <PageHeader
        eyebrow={<Badge hue="honey">{t('preview.badge')}</Badge>}
        title={title}
        description={description}
      />
      <PandaScene scene={scene} className={styles.scene} />
      <Notice tone="info" className={styles.note}>
        {note}
      </Notice>
    </div>
  );
}
