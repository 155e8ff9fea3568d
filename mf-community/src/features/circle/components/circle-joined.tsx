import type { CirclePage } from '@frens/contract';
import { storeFirstCircle } from '@frens/members/first-circle';
import { Button, Card, Heading, PandaScene, Text, useSession, useTranslation } from '@frens/platform';
import { useEffect, useId } from 'react';
import styles from './circle-created.module.css';

interface CircleJoinedProps {
  circle: CirclePage;
  /** Whether this is the member's first circle or another one. */
  joined: 'first' | 'next';
  /** Focuses the post input. */
  onHello: () => void;
}

/** Celebrates joining, with the member's Panda, and suggests saying hello. */
export function CircleJoined({ circle: { name }, joined, onHello }: CircleJoinedProps) {
  const { t } = useTranslation('mf-community');
  const title = useId();
  const picture = useSession().user?.pandaImage;
  useEffect(() => {
    if (joined === 'first') storeFirstCircle('celebrated');
  }, [joined]);
  return (
    <Card asChild tone="tint" className={styles.root}>
      <section aria-labelledby={title}>
        {picture ? (
          <img src={picture} alt="" width={512} height={512} className={styles.panda} />
        ) : (
          <PandaScene scene="meeting" className={styles.scene} />
        )}
        <div className={styles.words}>
          <Heading level={2} size="md" id={title}>
            {t(`circle.joined.${joined}`, { name })}
          </Heading>
          <Text measure>{t('circle.joined.text')}</Text>
          <Button onClick={onHello}>{t('circle.joined.action')}</Button>
        </div>
      </section>
    </Card>
  );
}
