import type { Circle } from '@frens/contract';
import { Badge, Button, Link, useSession, useTranslation } from '@frens/platform';

interface JoinActionProps {
  circle: Circle;
  /** Id of the element that names the circle. */
  describedBy: string;
  isPending: boolean;
  onJoin: () => void;
}

/** What the caller may do with a circle: sign in, join, or read that they are in it. */
export function JoinAction({ circle, describedBy, isPending, onJoin }: JoinActionProps) {
  const { t } = useTranslation('mf-community');
  const { status } = useSession();
  if (status === 'loading' || status === 'failed') return null;
  if (status === 'signed-out') {
    return (
      <Button asChild variant="secondary" size="sm">
        <Link to="/auth?next=/groups" aria-describedby={describedBy}>
          {t('circles.join.signIn')}
        </Link>
      </Button>
    );
  }
  if (circle.membership !== 'none') {
    return <Badge hue="bamboo">{t(`circles.membership.${circle.membership}`)}</Badge>;
  }
  return (
    <Button size="sm" loading={isPending} aria-describedby={describedBy} onClick={onJoin}>
      {isPending ? t('circles.join.pending') : t('circles.join.action')}
    </Button>
  );
}
