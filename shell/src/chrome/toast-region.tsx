import { ToastRegion as Region, Toast, toastDuration, useTranslation } from '@frens/platform';
import { useToasts } from '@frens/platform/internal';
import { useEffect, useState } from 'react';
import { SiteWords } from './site-words.tsx';

/** Shows the page's one toast until its time is over; the time stands still while the pointer or the focus is on it. */
export function ToastRegion() {
  const { t } = useTranslation('shell');
  const current = useToasts((state) => state.current);
  const dismiss = useToasts((state) => state.dismiss);
  const [isHeld, setHeld] = useState(false);
  const id = current?.id;

  useEffect(() => {
    if (id === undefined || isHeld) return;
    const timer = setTimeout(dismiss, toastDuration);
    return () => clearTimeout(timer);
  }, [id, isHeld, dismiss]);

  useEffect(() => {
    if (id === undefined) return;
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key === 'Escape') dismiss();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => {
      document.removeEventListener('keydown', onKeyDown);
      // A toast that leaves under the pointer sends no leave event.
      setHeld(false);
    };
  }, [id, dismiss]);

  return (
    <SiteWords>
      <Region label={t('chrome.messages')} aria-live="polite">
        {current ? (
          <Toast
            key={current.id}
            title={current.title}
            description={current.description}
            tone={current.tone ?? 'success'}
            onDismiss={dismiss}
            onPointerEnter={() => setHeld(true)}
            onPointerLeave={() => setHeld(false)}
            onFocus={() => setHeld(true)}
            onBlur={() => setHeld(false)}
          />
        ) : null}
      </Region>
    </SiteWords>
  );
}
