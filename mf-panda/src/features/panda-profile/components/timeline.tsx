import type { Panda, PandaContent } from '@frens/contract';
import { EmptyState, PandaScene, useTranslation } from '@frens/platform';
import { ContentItem } from './content-item.tsx';
import styles from './timeline.module.css';

const itemsShown = 10;

interface TimelineProps {
  panda: Panda;
  items: PandaContent[];
  onDelete: (item: PandaContent) => void;
}

/** The ten newest items about the Panda. */
export function Timeline({ panda, items, onDelete }: TimelineProps) {
  const { t } = useTranslation('mf-panda');
  if (items.length === 0)
    return (
      <EmptyState
        headingLevel={2}
        size="sm"
        illustration={<PandaScene scene="sleeping" />}
        title={t('profile.content.empty.timeline')}
        description={t('profile.content.empty.timelineText', { name: panda.name })}
      />
    );
  return (
    <ol className={styles.list}>
      {items.slice(0, itemsShown).map((item) => (
        <li key={item.id} className={styles.item} data-type={item.type}>
          <ContentItem pandaId={panda.id} item={item} shows="type" onDelete={onDelete} />
        </li>
      ))}
    </ol>
  );
}
