import type { Circle } from '@frens/contract';
import { Button, type ButtonProps, useLazyDialog, useTranslation } from '@frens/platform';
import { useNameWithCircle } from './name-with-circle.ts';

interface RequestToJoinProps {
  circle: Pick<Circle, 'id' | 'name'>;
  /** Id of the element that names the circle. */
  titleId: string;
  size: NonNullable<ButtonProps['size']>;
}

/** Opens the dialog for a join request, whose code loads on the first press. */
export function RequestToJoin({ circle, titleId, size }: RequestToJoinProps) {
  const { t } = useTranslation('mf-community');
  const named = useNameWithCircle(titleId);
  const dialog = useLazyDialog(() => import('./join-request-dialog.tsx'), t('circles.ask.loadFailed'));
  const JoinRequestDialog = dialog.module?.JoinRequestDialog;
  return (
    <>
      <Button size={size} variant="secondary" loading={dialog.isLoading} {...dialog.opener} {...named}>
        {t('circles.ask.open')}
      </Button>
      {JoinRequestDialog ? (
        <JoinRequestDialog circle={circle} isOpen={dialog.isOpen} onClose={dialog.close} />
      ) : null}
    </>
  );
}
