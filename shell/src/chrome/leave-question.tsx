import { lazyScreen } from '@frens/platform';
import { askUnsavedBy } from '@frens/platform/internal';
import { useEffect, useState } from 'react';
import { LatePart } from './lazy-part.tsx';

/** Loaded when the page is idle, or when it is first needed. */
export const LeaveDialog = lazyScreen(
  async () => (await import(/* webpackChunkName: "leave-dialog" */ './leave-dialog.tsx')).LeaveDialog,
);

/** Confirms leaving a page with unsaved changes (D63). */
export function LeaveQuestion() {
  const [leave, setLeave] = useState<(() => void) | null>(null);
  const [isOpen, setOpen] = useState(false);
  useEffect(
    () =>
      askUnsavedBy((next) => {
        setLeave(() => next);
        setOpen(true);
      }),
    [],
  );
  if (!isOpen) return null;
  const stay = () => setOpen(false);
  const go = () => {
    stay();
    leave?.();
  };
  return (
    <LatePart setOpen={setOpen}>
      <LeaveDialog onLeave={go} onStay={stay} />
    </LatePart>
  );
}
