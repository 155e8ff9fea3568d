import type { CirclePage } from '@frens/contract';
import { Card, Heading, PandaScene, Text, useTranslation } from '@frens/platform';
import { useId, useState } from 'react';
import styles from './circle-created.module.css';
import { InviteButton } from './invite-button.tsx';

/** Whether a circle is the reader's and nobody else is in it yet. */
export function hasBegun({ membership, memberCount }: CirclePage): boolean {
  return membership === 'owner' && memberCount === 1;
}

/** How long a circle counts as new, in milliseconds. */
const isNewFor = 24 * 60 * 60 * 1_000;

/** The small celebration of a circle of one's own, as long as nobody else is in it, and what to do next; an older one is not celebrated again. */
export function CircleBegun({ circle }: { circle: CirclePage }) {
  const { t } = useTranslation('mf-community');
  const title = useId();
  const [isNew] = useState(() => Date.now() - Date.parse(circle.createdAt) < isNewFor);
  return (
    <Card asChild tone="tint" className={styles.root}>
      <section aria-labelledby={title}>
        <PandaScene scene="gardening" className={styles.scene} />
        <div className={styles.words}>
          <Heading level={2} size="md" id={title}>
            {t(isNew ? 'circle.begun.title' : 'circle.begun.again', { name: circle.name })}
          </Heading>
          <Text measure>{t('circle.begun.text')}</Text>
          <InviteButton circle={circle} />
        </div>
      </section>
    </Card>
  );
}
