import type { Home, SelfUser } from '@frens/contract';
import { memberPicture } from '@frens/contract/picture-files';
import { ArrowRightIcon, XIcon } from '@frens/design-system/icons';
import { Button, Card, Heading, IconButton, Link, PandaScene, Text, useTranslation } from '@frens/platform';
import { circlePath, circlesPath, helloPath, paths } from '../../../paths.ts';
import type { FirstVisit, Reached } from '../use-first-visit.ts';
import styles from './milestone.module.css';

interface MilestoneProps {
  user: SelfUser;
  home: Home;
  reached: Reached;
  newFriend: FirstVisit['newFriend'];
  onClose: () => void;
}

/** Celebrates the first friend, the first circle or the last of the first steps, with avatars and one next action. */
export function Milestone({ user, home, reached, newFriend, onClose }: MilestoneProps) {
  const { t } = useTranslation('mf-social');
  const { onlyCircle } = home.firstSteps;
  const friend = newFriend?.friend;
  const text = reached === 'allByFren' ? 'all' : reached;
  // While the acceptance can be undone, the server does not know it, and the friend cannot be written to.
  const isSoon = friend?.relation === 'incoming';
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
            ? t(isSoon ? 'dashboard.milestone.soon' : 'dashboard.friends.first.text', { name: friend.name })
            : t(`dashboard.milestone.${text}.text`)}
        </Text>
      </div>
      <Button
        asChild
        variant="celebrate"
        iconEnd={<ArrowRightIcon />}
        className={styles.next}
        style={isSoon ? { visibility: 'hidden' } : undefined}
      >
        {friend && !newFriend?.hasMessages ? (
          <Link to={helloPath(friend.username)} onClick={onClose}>
            {t('connect.sayHello')}
          </Link>
        ) : reached === 'circle' ? (
          <Link to={onlyCircle ? circlePath(onlyCircle) : circlesPath} onClick={onClose}>
            {t('dashboard.milestone.circle.next')}
          </Link>
        ) : (
          <Link to={paths.forYou} onClick={onClose}>
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
