import { clsx } from 'clsx';
import { type ComponentProps, type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { CircleAlertIcon, CircleCheckIcon, InfoIcon, XIcon } from '../icon/icons.ts';
import { IconButton } from '../icon-button/icon-button.tsx';
import { mergeRefs } from '../internal/merge-refs.ts';
import { useTopModal } from '../internal/open-modals.ts';
import { useLabels } from '../provider/provider.tsx';
import styles from './toast.module.css';

export interface ToastProps extends Omit<ComponentProps<'div'>, 'title'> {
  /** What has happened. */
  title: ReactNode;
  /** The consequence. */
  description?: ReactNode;
  /** Kind of outcome. */
  tone?: 'neutral' | 'success' | 'danger';
  /** One small action, such as "Undo". */
  action?: ReactNode;
  /** An icon button beside the close button, such as copying details. */
  tool?: ReactNode;
  /** Removes the toast; adds a close button. */
  onDismiss?: () => void;
}

const icons = { neutral: InfoIcon, success: CircleCheckIcon, danger: CircleAlertIcon };

/** A brief message about an event. The caller controls its lifetime. */
export function Toast({
  title,
  description,
  tone = 'neutral',
  action,
  tool,
  onDismiss,
  className,
  ...rest
}: ToastProps) {
  const labels = useLabels();
  const Icon = icons[tone];
  return (
    <div
      role={tone === 'danger' ? 'alert' : 'status'}
      data-tone={tone}
      {...rest}
      className={clsx(styles.root, className)}
    >
      <Icon className={styles.icon} />
      <div className={styles.words}>
        <p className={styles.title}>{title}</p>
        {description ? <p className={styles.description}>{description}</p> : null}
      </div>
      {action ? <div className={styles.action}>{action}</div> : null}
      {tool || onDismiss ? (
        <div className={styles.tools}>
          {tool}
          {onDismiss ? (
            <IconButton size="sm" label={labels.close} onClick={onDismiss} className={styles.close}>
              <XIcon />
            </IconButton>
          ) : null}
        </div>
      ) : null}
    </div>
  );
}

/** Elements that toasts should not cover, in the page or in the topmost dialog. */
const important = ':is(h1, h2, a, button, input, textarea, select, [role=status]), dialog';

/** Positions in a wide window, in order of preference: below the bar, or at either side of the foot. */
const places = ['bar', 'foot', 'foot-start'];

/** Chooses the position that covers the fewest important elements. A narrow window has a single position, which covers none. */
function placeRegion(region: HTMLElement): void {
  const host = region.closest('dialog') ?? document.querySelector('main');
  const others = [host, ...(host?.querySelectorAll(important) ?? [])].filter(
    (one) => one?.matches(important) && !region.contains(one),
  );
  const range = document.createRange();
  const countCovered = (place: string) => {
    region.dataset['place'] = place;
    const { top, right, bottom, left } = region.getBoundingClientRect();
    const isCovered = (one: Element | Range) => {
      const box = one.getBoundingClientRect();
      return box.top < bottom && box.bottom > top && box.left < right && box.right > left;
    };
    return others.filter((one) => {
      if (!one || !isCovered(one)) return false;
      // A heading's box is as wide as its line, so measure its text.
      range.selectNodeContents(one);
      return !/^H\d/.test(one.tagName) || isCovered(range);
    }).length;
  };
  const covered = places.map(countCovered);
  region.dataset['place'] = places[covered.indexOf(Math.min(...covered))];
}

export interface ToastRegionProps extends Omit<ComponentProps<'section'>, 'children'> {
  /** Accessible name of the region: "Notifications". */
  label: string;
  /** The toasts, or a render function that receives whether a modal dialog covers them. */
  children?: ReactNode | ((isCovered: boolean) => ReactNode);
  /** Id of the newest toast. */
  toastId?: number | undefined;
}

/**
 * The region for toasts, above all content. An open modal dialog makes the page inert, so newer toasts render inside the dialog, where
 * they can be read and pressed, and move back when it closes. Older toasts stay on the page, since they would cover the dialog's content;
 * their timers must pause meanwhile.
 */
export function ToastRegion({ label, toastId, className, children, ref, ...rest }: ToastRegionProps) {
  // A render function may return no toasts; the first toast's id must differ from the empty state's.
  const id = toastId ?? (typeof children === 'function' ? 0 : Number(Boolean(children)));
  const top = useTopModal();
  const [shown, setShown] = useState({ id, top });
  if (shown.id !== id || shown.top?.isConnected === false) setShown({ id, top });
  const host = top && shown.top;
  const root = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    const element = root.current;
    if (!id || !element) return;
    // A hovered or focused region keeps its position. A newly loaded page changes its height.
    const place = () => {
      if (!element.matches(':hover') && !element.contains(document.activeElement)) placeRegion(element);
    };
    place();
    const observer = new ResizeObserver(place);
    observer.observe(host ?? document.body);
    return () => observer.disconnect();
  }, [id, host]);
  const region = (
    <section
      aria-label={label}
      {...rest}
      ref={mergeRefs(root, ref)}
      className={clsx(styles.region, className)}
    >
      {typeof children === 'function' ? children(top !== host) : children}
    </section>
  );
  return host ? createPortal(region, host) : region;
}
