import { toast, useTranslation } from '@frens/platform';
import { RetryAttempt, useVisit } from '@frens/platform/internal';
import { type ReactNode, Suspense, useDeferredValue, useEffect } from 'react';
import { RemoteBoundary } from '../composition/engine.ts';

interface LatePartProps {
  /** Closes a part that failed to load and opens it again. */
  setOpen: (open: boolean) => void;
  children: ReactNode;
}

/**
 * A lazy-loaded part of the frame, such as a menu. When its code does not load, a toast with Retry says so and the frame stays as it was
 * (D62). Each opening tries again. It comes in a deferred render, so that the press that opens it paints its next frame first.
 */
export function LatePart({ setOpen, children }: LatePartProps) {
  const visit = useVisit(0);
  const isDue = useDeferredValue(true, false);
  return (
    <RemoteBoundary visit={visit} fallback={(cause) => <Lost cause={cause} setOpen={setOpen} />}>
      <RetryAttempt value={visit}>
        <Suspense fallback={null}>{isDue ? children : null}</Suspense>
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
