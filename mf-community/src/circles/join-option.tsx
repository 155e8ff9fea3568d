import type { Circle } from '@frens/contract';
import { Badge, Button, Link, Text, useIsHydrating, useSession, useTranslation } from '@frens/platform';
import { useState } from 'react';
import { circlePath, circlesPath, dashboardPath, gatePath, signInPath } from '../paths.ts';
import { type JoiningLink, useJoinCircle } from './circles.queries.ts';
import { Invited } from './invited.tsx';
import styles from './join-option.module.css';
import { useNameWithCircle } from './name-with-circle.ts';
import { RequestToJoin } from './request-to-join.tsx';
import { useEnterCircle } from './use-enter-circle.ts';

interface JoinOptionProps {
  circle: Circle;
  /** Id of the element that names the circle. */
  titleId: string;
  size?: 'sm' | 'md';
  /** The invitation link that the reader has opened. */
  link?: JoiningLink;
}

/** The action by which the reader can join a circle, or their membership; renders nothing if neither applies (D58). */
export function JoinOption({ circle, titleId, size = 'sm', link }: JoinOptionProps) {
  const { t } = useTranslation('mf-community');
  const { status, user } = useSession();
  // Prerendered pages contain circles for visitors only.
  const [isRendered] = useState(useIsHydrating());
  const { id, membership, wayIn } = circle;
  const join = useJoinCircle(id, link);
  const enter = useEnterCircle(circle);
  const named = useNameWithCircle(titleId);
  // On a page about one circle, joining is the primary action.
  const asLink = { asChild: true, size, variant: link || size === 'md' ? 'primary' : 'secondary' } as const;
  if (status === 'failed') return null;
  if (status === 'loading' && !isRendered) {
    // The list may load before the session: the visitor's button reserves the space.
    return (
      <Button {...asLink} className={styles.place}>
        <span aria-hidden>{t('circles.join.signIn')}</span>
      </Button>
    );
  }
  if (!user)
    return (
      <Button {...asLink}>
        <Link to={signInPath(link ? circlesPath : circlePath(id))} state={{ toJoin: circle.name }} {...named}>
          {t('circles.join.signIn')}
        </Link>
      </Button>
    );
  const isOffered = membership === 'none' || (membership === 'requested' && wayIn.kind !== 'none');
  if (!isOffered) return <Badge hue="bamboo">{t(`circles.membership.${membership}`)}</Badge>;
  if (!user.profileComplete)
    return (
      <Button {...asLink}>
        <Link to={dashboardPath}>{t('circles.join.completeProfile')}</Link>
      </Button>
    );
  if (wayIn.kind === 'none') return null;
  if (wayIn.kind === 'shut')
    return (
      <Text size="sm" tone="muted">
        {t(`circles.shut.${wayIn.reason}`)}
      </Text>
    );
  if (wayIn.kind === 'invited' && !link)
    return <Invited circle={circle} inviter={wayIn.inviter} titleId={titleId} size={size} />;
  if (wayIn.kind === 'ask') return <RequestToJoin circle={circle} titleId={titleId} size={size} />;
  if (wayIn.kind === 'stake')
    return (
      <Button {...asLink}>
        <Link to={gatePath(wayIn.pandaId, id)} {...named}>
          {t(wayIn.pandaId ? 'circles.join.toPanda' : 'circles.join.toPandas')}
        </Link>
      </Button>
    );
  return (
    <Button
      size={size}
      loading={join.isPending}
      {...named}
      onClick={() => join.run(undefined, { onSuccess: enter })}
    >
      {join.isPending ? t('circles.join.pending') : t('circles.join.action')}
    </Button>
  );
}
