import type { HomeNews, SelfUser } from '@frens/contract';
import { memberPicture } from '@frens/contract/picture-files';
import { ArrowRightIcon, XIcon } from '@frens/design-system/icons';
import { Button, Card, Heading, IconButton, Link, PandaScene, Text, useTranslation } from '@frens/platform';
import { helloPath, paths } from '../../../paths.ts';
import type { Reached } from '../use-first-visit.ts';
import styles from './milestone.module.css';

interface MilestoneProps {
  user: SelfUser;
  news: readonly HomeNews[];
  reached: Reached;
  onClose: () => void;
}

/** The first friend, the first circle, or the last of the first steps: the faces of those who are glad of it, and one thing comes next. */
export function Milestone({ user, news, reached, onClose }: MilestoneProps) {
  const { t } = useTranslation('mf-social');
  const newest = news.flatMap((one) => (one.kind === 'friend' ? [one.friend] : []))[0];
  const friend = reached === 'fren' || reached === 'allByFren' ? newest : undefined;
  const text = reached === 'allByFren' ? 'all' : reached;
  return (
    <Card padding="lg" tone="tint" className={styles.root}>
      {friend || user.pandaId ? (
        <div className={styles.faces}>
          {[user, ...(friend ? [friend] : [])].map((one) => (
            <img key={one.id} src={memberPicture(one).src} alt="" />
          ))}
        </div>
      ) : (
        <PandaScene scene="meeting" className={styles.scene} />
      )}
      <div className={styles.words} role="status">
        <Heading level={2} size="lg">
          {t(`dashboard.milestone.${reached}.title`)}
        </Heading>
        <Text>
          {friend
            ? t('dashboard.friends.first.text', { name: friend.name })
            : t(`dashboard.milestone.${text}.text`)}
        </Text>
      </div>
      <Button
        asChild
        variant="celebrate"
        iconEnd={<ArrowRightIcon />}
        className={styles.next}
        // While the yes can be undone, nobody can be written to.
        style={friend?.relation === 'incoming' ? { visibility: 'hidden' } : undefined}
      >
        {friend ? (
          <Link to={helloPath(friend.username)} onClick={onClose}>
            {t('connect.sayHello')}
          </Link>
        ) : (
          <Link to={paths.browse} onClick={onClose}>
            {t('dashboard.milestone.next')}
          </Link>
        )}
      </Button>
      <IconButton size="sm" label={t('dashboard.first.putAway')} className={styles.close} onClick={onClose}>
        <XIcon />
      </IconButton>
    </Card>
  );
}
