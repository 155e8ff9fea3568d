import { Button, Link, type ToastMessage, useTranslation } from '@frens/platform';
import {
  CopyDetails,
  ToastRegion as Region,
  Toast,
  toastDuration,
  useToasts,
} from '@frens/platform/internal';
import { type FocusEvent, useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { SiteWords } from './site-words.tsx';

const regionId = 'messages';
const isInRegion = (node: EventTarget | null) =>
  node instanceof Element && node.closest(`#${regionId}`) !== null;

/**
 * Shows a queue of toasts one at a time. A toast that is hovered or focused when its time is over stays beside the next ones until it is
 * left.
 */
export function ToastRegion() {
  const { t } = useTranslation('shell');
  const current = useToasts((state) => state.current);
  const held = useToasts((state) => state.held);
  const cameFrom = useRef<HTMLElement>(null);
  const keepCameFrom = ({ relatedTarget }: FocusEvent) => {
    if (relatedTarget instanceof HTMLElement && !isInRegion(relatedTarget)) cameFrom.current = relatedTarget;
  };
  /** Moves the focus before its toast disappears. */
  const returnFocus = useCallback(() => {
    if (isInRegion(document.activeElement)) cameFrom.current?.focus({ preventScroll: true });
  }, []);
  const shown = current ? [...held, current] : held;
  return (
    <SiteWords>
      <Region
        toastId={shown.at(-1)?.id}
        id={regionId}
        label={t('chrome.messages')}
        aria-live="polite"
        onFocus={keepCameFrom}
      >
        {(isCovered) =>
          shown.map((one) => (
            <ShownToast key={one.id} toast={one} isCovered={isCovered} returnFocus={returnFocus} />
          ))
        }
      </Region>
    </SiteWords>
  );
}

interface ShownToastProps {
  toast: ToastMessage & { id: number; details: string };
  /** Whether a dialog that opened later covers it. */
  isCovered: boolean;
  returnFocus: () => void;
}

function ShownToast({ toast, isCovered, returnFocus }: ShownToastProps) {
  const { id, title, description, tone = 'success', details, action, link } = toast;
  const hold = useToasts((state) => state.hold);
  const dismiss = useToasts((state) => state.dismiss);
  const [hasPointer, setPointer] = useState(false);
  const [hasFocus, setFocus] = useState(false);
  /** Whether its details are shown, because the clipboard was not available. */
  const [showsDetails, setShowsDetails] = useState(false);
  const isTabHidden = useSyncExternalStore(
    followVisibility,
    () => document.hidden,
    () => false,
  );
  // The timer pauses while somebody reads it.
  const isHeld = hasPointer || hasFocus || isCovered || isTabHidden;

  const close = useCallback(() => {
    returnFocus();
    dismiss(id);
  }, [id, dismiss, returnFocus]);

  useEffect(() => {
    if (isHeld) return;
    const timer = setTimeout(close, toastDuration);
    return () => clearTimeout(timer);
  }, [isHeld, close]);

  // Only a hidden tab delays the next one.
  useEffect(() => {
    if (isTabHidden) return;
    const timer = setTimeout(hold, toastDuration, id);
    return () => clearTimeout(timer);
  }, [hold, id, isTabHidden]);

  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key === 'Escape') close();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [close]);

  return (
    <Toast
      title={title}
      description={showsDetails ? [description, details].filter(Boolean).join(' · ') : description}
      tone={tone}
      action={
        action ? (
          <ActionButton {...action} onClose={close} />
        ) : link ? (
          <PageLink {...link} onClose={close} />
        ) : undefined
      }
      tool={
        details ? (
          <CopyDetails isSmall details={details} onRefused={() => setShowsDetails(true)} />
        ) : undefined
      }
      onDismiss={close}
      onPointerEnter={() => setPointer(true)}
      onPointerLeave={() => setPointer(false)}
      onFocus={() => setFocus(true)}
      onBlur={() => setFocus(false)}
    />
  );
}

function followVisibility(listener: () => void): () => void {
  document.addEventListener('visibilitychange', listener);
  return () => document.removeEventListener('visibilitychange', listener);
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
