import type { CirclePage } from '@frens/contract';
import { Card, Heading, PandaScene, Text, useTranslation } from '@frens/platform';
import { useId } from 'react';
import styles from './circle-begun.module.css';
import { InviteButton } from './invite-button.tsx';

/** Whether a circle is the reader's and nobody else is in it yet. */
export function hasBegun({ membership, memberCount }: CirclePage): boolean {
  return membership === 'owner' && memberCount === 1;
}

/** The small celebration of a circle of one's own, as long as nobody else is in it, and what to do next. */
export function CircleBegun({ circle }: { circle: CirclePage }) {
  const { t } = useTranslation('mf-community');
  const title = useId();
  return (
    <Card asChild tone="tint" className={styles.root}>
      <section aria-labelledby={title}>
        <PandaScene scene="gardening" className={styles.scene} />
        <div className={styles.words}>
          <Heading level={2} size="md" id={title}>
            {t('circle.begun.title', { name: circle.name })}
          </Heading>
          <Text measure>{t('circle.begun.text')}</Text>
          <InviteButton circle={circle} />
        </div>
      </section>
    </Card>
  );
}
