import { toast, useTranslation } from '@frens/platform';
import { RetryAttempt, useVisit } from '@frens/platform/internal';
import { type ReactNode, Suspense, useEffect } from 'react';
import { RemoteBoundary } from '../composition/engine.ts';

interface LatePartProps {
  /** Closes what did not come, and opens it once more. */
  setOpen: (open: boolean) => void;
  children: ReactNode;
}

/**
 * The place of a part of the frame that is fetched when it is first opened, such as a menu. When its code does not come a toast says so,
 * with Retry, and the frame is as it was before (D62). Every opening is a new try.
 */
export function LatePart({ setOpen, children }: LatePartProps) {
  const visit = useVisit(0);
  return (
    <RemoteBoundary visit={visit} fallback={(cause) => <Lost cause={cause} setOpen={setOpen} />}>
      <RetryAttempt value={visit}>
        <Suspense fallback={null}>{children}</Suspense>
      </RetryAttempt>
    </RemoteBoundary>
  );
}

function Lost({ cause, setOpen }: { cause: unknown } & Pick<LatePartProps, 'setOpen'>) {
  const { t } = useTranslation('shell');
  useEffect(() => {
    console.warn('A part of the frame did not load', cause);
    toast({
      title: t('chrome.partLost'),
      description: t(navigator.onLine ? 'error.network' : 'error.offline'),
      tone: 'danger',
      error: cause,
      action: { label: t('error.retry'), onSelect: () => setOpen(true) },
    });
    setOpen(false);
  }, [t, cause, setOpen]);
  return null;
}
