import {
  Button,
  Link,
  ToastRegion as Region,
  Toast,
  type ToastMessage,
  toastDuration,
  useTranslation,
} from '@frens/platform';
import { CopyDetails, useToasts } from '@frens/platform/internal';
import { type FocusEvent, useCallback, useEffect, useRef, useState } from 'react';
import { SiteWords } from './site-words.tsx';

const regionId = 'messages';

/** Shows the page's one toast until its time is over; the time stands still while the pointer or the focus is on it. */
export function ToastRegion() {
  const { t } = useTranslation('shell');
  const current = useToasts((state) => state.current);
  const dismiss = useToasts((state) => state.dismiss);
  const [isHeld, setHeld] = useState(false);
  /** The toast whose details are shown, because the clipboard was refused. */
  const [shownId, setShownId] = useState<number>();
  const cameFrom = useRef<HTMLElement>(null);
  const id = current?.id;

  const hold = (event: FocusEvent) => {
    setHeld(true);
    const { relatedTarget } = event;
    if (relatedTarget instanceof HTMLElement && !event.currentTarget.contains(relatedTarget)) {
      cameFrom.current = relatedTarget;
    }
  };
  /** Gives the focus back to where it came from: it must not leave with the toast. */
  const close = useCallback(() => {
    if (document.activeElement?.closest(`#${regionId}`)) cameFrom.current?.focus({ preventScroll: true });
    dismiss();
  }, [dismiss]);

  useEffect(() => {
    if (id === undefined || isHeld) return;
    const timer = setTimeout(dismiss, toastDuration);
    return () => clearTimeout(timer);
  }, [id, isHeld, dismiss]);

  useEffect(() => {
    if (id === undefined) return;
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key === 'Escape') close();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => {
      document.removeEventListener('keydown', onKeyDown);
      // A toast that leaves under the pointer sends no leave event.
      setHeld(false);
    };
  }, [id, close]);

  return (
    <SiteWords>
      <Region toastId={id} id={regionId} label={t('chrome.messages')} aria-live="polite">
        {current ? (
          <Toast
            key={current.id}
            title={current.title}
            description={current.id === shownId ? current.details : current.description}
            tone={current.tone ?? 'success'}
            action={
              current.action ? (
                <ActionButton {...current.action} onClose={close} />
              ) : current.link ? (
                <PageLink {...current.link} onClose={close} />
              ) : undefined
            }
            tool={
              current.details ? (
                <CopyDetails isSmall details={current.details} onRefused={() => setShownId(current.id)} />
              ) : undefined
            }
            onDismiss={close}
            onPointerEnter={() => setHeld(true)}
            onPointerLeave={() => setHeld(false)}
            onFocus={hold}
            onBlur={() => setHeld(false)}
          />
        ) : null}
      </Region>
    </SiteWords>
  );
}

function PageLink({ label, to, onClose }: NonNullable<ToastMessage['link']> & { onClose: () => void }) {
  return (
    <Button asChild size="sm" variant="secondary">
      <Link to={to} onClick={onClose}>
        {label}
      </Link>
    </Button>
  );
}

type ActionButtonProps = NonNullable<ToastMessage['action']> & { onClose: () => void };

function ActionButton({ label, onSelect, onClose }: ActionButtonProps) {
  return (
    <Button
      size="sm"
      variant="secondary"
      onClick={() => {
        onClose();
        onSelect();
      }}
    >
      {label}
    </Button>
  );
}
