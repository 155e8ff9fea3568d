import type { Circle, JoinOption } from '@frens/contract';
import { Button, type ButtonProps, Cluster, Stack, useTranslation } from '@frens/platform';
import { useDeclineInvitation, useJoinCircle } from './circles.queries.ts';
import { MemberLink } from './member-link.tsx';
import { useNameWithCircle } from './name-with-circle.ts';
import { useEnterCircle } from './use-enter-circle.ts';

interface InvitedProps {
  circle: Pick<Circle, 'id'>;
  inviter: Extract<JoinOption, { kind: 'invited' }>['inviter'];
  /** Id of the element that names the circle. */
  titleId: string;
  size: NonNullable<ButtonProps['size']>;
}

/** A friend's invitation into a circle, with accept and decline (D30). */
export function Invited({ circle: { id }, inviter, titleId, size }: InvitedProps) {
  const { t } = useTranslation('mf-community');
  const join = useJoinCircle(id);
  const enter = useEnterCircle({ id });
  const decline = useDeclineInvitation(id);
  const joinName = useNameWithCircle(titleId);
  const declineName = useNameWithCircle(titleId);
  const isAnswered = join.isPending || decline.isPending;
  const answer = { size, disabled: isAnswered };
  return (
    <Stack gap="sm">
      <MemberLink member={inviter}>{t('circles.invited.by', { name: inviter.name })}</MemberLink>
      <Cluster>
        <Button
          {...answer}
          {...joinName}
          loading={join.isPending}
          onClick={() => join.run(undefined, { onSuccess: enter })}
        >
          {join.isPending ? t('circles.join.pending') : t('circles.invited.accept')}
        </Button>
        <Button
          {...answer}
          {...declineName}
          variant="ghost"
          loading={decline.isPending}
          onClick={() => decline.run()}
        >
          {t('circles.invited.decline')}
        </Button>
      </Cluster>
    </Stack>
  );
}
