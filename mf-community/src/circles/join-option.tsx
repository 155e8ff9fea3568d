import type { Circle } from '@frens/contract';
import { Badge, Button, Link, Text, useIsHydrating, useSession, useTranslation } from '@frens/platform';
import { useState } from 'react';
import { circlePath, circlesPath, dashboardPath, gatePath, signInPath } from '../paths.ts';
import { type JoiningLink, useJoinCircle } from './circles.queries.ts';
import { Invited } from './invited.tsx';
import styles from './join-option.module.css';
import { useNameWithCircle } from './name-with-circle.ts';
import { AskCircle } from './request-to-join.tsx';
import { useEnterCircle } from './use-enter-circle.ts';

interface WayInProps {
  circle: Circle;
  /** Id of the element that names the circle. */
  titleId: string;
  size?: 'sm' | 'md';
  /** What the reader comes by. */
  link?: JoiningLink;
}

/** The one way into a circle that is open to the reader, or what they are in it; nothing where there is none (D58). */
export function WayIn({ circle, titleId, size = 'sm', link }: WayInProps) {
  const { t } = useTranslation('mf-community');
  const { status, user } = useSession();
  // Only visitors get pages with circles in them.
  const [isRendered] = useState(useIsHydrating());
  const { id, membership, wayIn } = circle;
  const join = useJoinCircle(id, link);
  const enter = useEnterCircle(circle);
  const named = useNameWithCircle(titleId);
  // Where one circle is all that it is about, its way in comes first.
  const asLink = { asChild: true, size, variant: link || size === 'md' ? 'primary' : 'secondary' } as const;
  if (status === 'failed') return null;
  if (status === 'loading' && !isRendered) {
    // The list may be there before it is known who reads: what visitors get holds the place.
    return (
      <Button {...asLink} className={styles.place}>
        <span aria-hidden>{t('circles.join.signIn')}</span>
      </Button>
    );
  }
  if (!user) {
    return (
      <Button {...asLink}>
        <Link to={signInPath(link ? circlesPath : circlePath(id))} state={{ toJoin: circle.name }} {...named}>
          {t('circles.join.signIn')}
        </Link>
      </Button>
    );
  }
  const isOffered = membership === 'none' || (membership === 'requested' && wayIn.kind !== 'none');
  if (!isOffered) return <Badge hue="bamboo">{t(`circles.membership.${membership}`)}</Badge>;
  if (!user.profileComplete) {
    return (
      <Button {...asLink}>
        <Link to={dashboardPath}>{t('circles.join.completeProfile')}</Link>
      </Button>
    );
  }
  if (wayIn.kind === 'none') return null;
  if (wayIn.kind === 'shut') {
    return (
      <Text size="sm" tone="muted">
        {t(`circles.shut.${wayIn.reason}`)}
      </Text>
    );
  }
  if (wayIn.kind === 'invited' && !link)
    return <Invited circle={circle} inviter={wayIn.inviter} titleId={titleId} size={size} />;
  if (wayIn.kind === 'ask') return <AskCircle circle={circle} titleId={titleId} size={size} />;
  if (wayIn.kind === 'stake') {
    return (
      <Button {...asLink}>
        <Link to={gatePath(wayIn.pandaId, id)} {...named}>
          {t(wayIn.pandaId ? 'circles.join.toPanda' : 'circles.join.toPandas')}
        </Link>
      </Button>
    );
  }
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
