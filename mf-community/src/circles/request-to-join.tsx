import type { Circle } from '@frens/contract';
import { Button, type ButtonProps, useAction, useTranslation } from '@frens/platform';
import { useState } from 'react';
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
  const [isOpen, setOpen] = useState(false);
  const load = useAction({
    send: () => import('./join-request-dialog.tsx'),
    meta: { failureTitle: t('circles.ask.loadFailed') },
    onSuccess: () => setOpen(true),
  });
  const Dialog = load.data?.JoinRequestDialog;
  return (
    <>
      <Button
        size={size}
        variant="secondary"
        aria-haspopup="dialog"
        {...named}
        loading={load.isPending}
        onClick={() => (Dialog ? setOpen(true) : load.run())}
      >
        {t('circles.ask.open')}
      </Button>
      {Dialog ? <Dialog circle={circle} isOpen={isOpen} onClose={() => setOpen(false)} /> : null}
    </>
  );
}
