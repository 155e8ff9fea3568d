import type { HomeNews, SelfUser } from '@frens/contract';
import { ArrowRightIcon, XIcon } from '@frens/design-system/icons';
import { Button, Card, Heading, IconButton, Link, PandaScene, Text, useTranslation } from '@frens/platform';
import { useState } from 'react';
import { helloPath, pandaPicture, paths } from '../../../paths.ts';
import type { Reached } from '../use-first-visit.ts';
import styles from './milestone.module.css';

interface MilestoneProps {
  user: SelfUser;
  news: readonly HomeNews[];
  reached: Reached;
}

/** The first friend, the first circle, or the last of the first steps: the member's Panda is glad of it, and one thing comes next. */
export function Milestone({ user: { pandaId }, news, reached }: MilestoneProps) {
  const { t } = useTranslation('mf-social');
  const [isClosed, setClosed] = useState(false);
  const friend = news.flatMap((one) => (one.kind === 'friend' ? [one.friend] : []))[0];
  const sayHello = reached === 'fren' && friend !== undefined;
  if (isClosed) return null;
  return (
    <Card padding="lg" tone="tint" className={styles.root}>
      {pandaId ? (
        <img src={pandaPicture(pandaId)} alt="" width={512} height={512} className={styles.panda} />
      ) : (
        <PandaScene scene="meeting" className={styles.panda} />
      )}
      <div className={styles.words} role="status">
        <Heading level={2} size="lg">
          {t(`dashboard.milestone.${reached}.title`)}
        </Heading>
        <Text>
          {sayHello
            ? t('dashboard.friends.first.text', { name: friend.name })
            : t(`dashboard.milestone.${reached}.text`)}
        </Text>
      </div>
      <Button asChild variant="celebrate" iconEnd={<ArrowRightIcon />} className={styles.next}>
        {sayHello ? (
          <Link to={helloPath(friend.username)}>{t('connect.sayHello')}</Link>
        ) : (
          <Link to={paths.browse}>{t('dashboard.milestone.next')}</Link>
        )}
      </Button>
      <IconButton
        size="sm"
        label={t('dashboard.first.putAway')}
        className={styles.close}
        onClick={() => setClosed(true)}
      >
        <XIcon />
      </IconButton>
    </Card>
  );
}
