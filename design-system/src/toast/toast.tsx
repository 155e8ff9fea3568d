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
  /** What follows from it. */
  description?: ReactNode;
  /** Whether it is good news. */
  tone?: 'neutral' | 'success' | 'danger';
  /** One small action, for instance "Undo". */
  action?: ReactNode;
  /** A button of one icon beside the closing one, for instance to copy what it is about. */
  tool?: ReactNode;
  /** Takes it away: with it there is a button to close. */
  onDismiss?: () => void;
}

const icons = { neutral: InfoIcon, success: CircleCheckIcon, danger: CircleAlertIcon };

/** What has just happened, in one glance. When it comes and goes is decided by who shows it. */
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

/** What a toast must leave in sight, in the page or in the dialog that is in front. */
const important = ':is(h1, h2, a, button, input, textarea, select, [role=status]), dialog';

/** Where the styles can hang it in a wide window, most wanted first: below the bar, or at the foot on either side. */
const places = ['bar', 'foot', 'foot-start'];

/** Hangs a region where it covers the least of what is important. A narrow window has one place that covers none of it. */
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
      // A heading is as wide as its words, not as its line.
      range.selectNodeContents(one);
      return !/^H\d/.test(one.tagName) || isCovered(range);
    }).length;
  };
  const covered = places.map(countCovered);
  region.dataset['place'] = places[covered.indexOf(Math.min(...covered))];
}

export interface ToastRegionProps extends Omit<ComponentProps<'section'>, 'children'> {
  /** What screen readers call the place: "Notifications". */
  label: string;
  /** The toasts, or a function that renders them and receives whether a modal dialog hides them. */
  children?: ReactNode | ((isCovered: boolean) => ReactNode);
  /** The newest toast in it. */
  toastId?: number | undefined;
}

/**
 * The place where toasts appear, above everything. While a modal dialog is open the rest of the page is inert, so what comes then
 * comes in the dialog, where it can be read and pressed, and moves back when the dialog closes. What came before stays on the page, for it
 * would lie on what the dialog holds; its time must not pass there.
 */
export function ToastRegion({ label, toastId, className, children, ref, ...rest }: ToastRegionProps) {
  // A function may render none; the first toast must not have the number of none.
  const id = toastId ?? (typeof children === 'function' ? 0 : Number(Boolean(children)));
  const top = useTopModal();
  const [shown, setShown] = useState({ id, top });
  if (shown.id !== id || shown.top?.isConnected === false) setShown({ id, top });
  const host = top && shown.top;
  const root = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    const element = root.current;
    if (!id || !element) return;
    // What is read or used stays where it is. A page that arrives changes its height.
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
