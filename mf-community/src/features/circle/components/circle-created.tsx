import type { CirclePage } from '@frens/contract';
import { storeFirstCircle } from '@frens/members/first-circle';
import { Card, Heading, PandaScene, Text, useTranslation } from '@frens/platform';
import { useEffect, useId } from 'react';
import { isFirstCircle } from '../../../circles/use-enter-circle.ts';
import styles from './circle-created.module.css';
import { InviteButton } from './invite-button.tsx';

/** Whether the reader owns a circle that has no other member yet. */
export function isNewCircle({ membership, memberCount }: CirclePage): boolean {
  return membership === 'owner' && memberCount === 1;
}

/** Next steps for the owner of a circle without other members. */
export function CircleCreated({ circle }: { circle: CirclePage }) {
  const { t } = useTranslation('mf-community');
  const title = useId();
  const { id } = circle;
  useEffect(() => {
    void isFirstCircle(id).then((isFirst) => isFirst && storeFirstCircle('made'));
  }, [id]);
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
