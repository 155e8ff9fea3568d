import type { Circle } from '@frens/contract';
import { CircleEmblem } from '@frens/design-system/circle-emblem';
import { SectionCard } from '@frens/members/section-card';
import {
  Button,
  brand,
  Card,
  Cluster,
  currentLanguage,
  Heading,
  Link,
  LoadError,
  Skeleton,
  Stack,
  Text,
  UserText,
  useQuery,
  useSession,
  useTranslation,
} from '@frens/platform';
import { useId } from 'react';
import { CircleRule } from '../../../circles/circle-type.tsx';
import { invitationQuery } from '../../../circles/circles.queries.ts';
import { JoinOption } from '../../../circles/join-option.tsx';
import { circlePath } from '../../../paths.ts';
import styles from './invitation-card.module.css';

interface InvitationCardProps {
  code: string;
  /** Called when the invitation is used or dismissed. */
  onForget: () => void;
}

/** The circle of an opened invitation link with the action to join, or why the link no longer works (D30). */
export function InvitationCard({ code, onForget }: InvitationCardProps) {
  const { t } = useTranslation('mf-community');
  const query = useQuery(invitationQuery(code, currentLanguage()));
  const { data, error } = query;
  if (!data && error) return <LoadError size="part" title={t('circles.invitation.error')} query={query} />;
  if (!data)
    return (
      <Card tone="tint">
        <Skeleton label={t('circles.invitation.loading')} lines={3} />
      </Card>
    );
  return data.circle ? (
    <Open circle={data.circle} code={code} onForget={onForget} />
  ) : (
    <Over onForget={onForget} />
  );
}

function Over({ onForget }: Pick<InvitationCardProps, 'onForget'>) {
  const { t } = useTranslation('mf-community');
  return (
    <SectionCard title={t('circles.invitation.over.title')} tone="sunken" align="start">
      <Text measure>{t('circles.invitation.over.text')}</Text>
      <Button variant="secondary" size="sm" onClick={onForget}>
        {t('circles.invitation.over.close')}
      </Button>
    </SectionCard>
  );
}

function Open({ circle, code, onForget }: InvitationCardProps & { circle: Circle }) {
  const { t } = useTranslation('mf-community');
  const title = useId();
  const { user } = useSession();
  const isIn = !['none', 'requested'].includes(circle.membership);
  const text = isIn ? 'already' : user ? 'member' : 'visitor';
  return (
    <Card asChild tone="tint" padding="lg">
      <section aria-labelledby={title} className={styles.root}>
        <CircleEmblem name={circle.name} size="lg" />
        <div className={styles.names}>
          <Text size="sm" weight="bold" tone="muted">
            {t('circles.invitation.label')}
          </Text>
          <Heading level={2} size="lg" id={title}>
            <UserText>{circle.name}</UserText>
          </Heading>
        </div>
        <Stack className={styles.words}>
          {circle.description ? (
            <UserText block measure clamp={3}>
              {circle.description}
            </UserText>
          ) : null}
          <Text size="sm" weight="bold">
            {t('circles.members', { count: circle.memberCount })}
          </Text>
          {circle.wayIn.kind === 'stake' ? <CircleRule circle={circle} /> : null}
          <Text measure tone="muted">
            {t(`circles.invitation.${text}`, { site: brand.site })}
          </Text>
          <Cluster>
            {isIn ? (
              <Button asChild size="md">
                <Link to={circlePath(circle.id)} onClick={onForget}>
                  {t('circles.invitation.go')}
                </Link>
              </Button>
            ) : (
              <JoinOption circle={circle} titleId={title} size="md" link={{ code, onJoined: onForget }} />
            )}
            {isIn ? null : (
              <Button variant="ghost" onClick={onForget}>
                {t('circles.invitation.later')}
              </Button>
            )}
          </Cluster>
        </Stack>
      </section>
    </Card>
  );
}
