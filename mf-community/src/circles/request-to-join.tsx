import type { Circle } from '@frens/contract';
import { Button, type ButtonProps, useAction, useTranslation } from '@frens/platform';
import { useState } from 'react';
import { useNameWithCircle } from './name-with-circle.ts';

interface AskCircleProps {
  circle: Pick<Circle, 'id' | 'name'>;
  /** Id of the element that names the circle. */
  titleId: string;
  size: NonNullable<ButtonProps['size']>;
}

/** The way to ask for an invitation; its dialog comes when it is first wanted. */
export function AskCircle({ circle, titleId, size }: AskCircleProps) {
  const { t } = useTranslation('mf-community');
  const named = useNameWithCircle(titleId);
  const [isOpen, setOpen] = useState(false);
  const load = useAction({
    send: () => import('./join-request-dialog.tsx'),
    meta: { failureTitle: t('circles.ask.loadFailed') },
    onSuccess: () => setOpen(true),
  });
  const Dialog = load.data?.AskDialog;
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
