import { Button, IconButton, useLabels } from '@frens/design-system';
import { clsx } from 'clsx';
import { type ComponentProps, type ReactNode, useId } from 'react';
import { XIcon } from '../icon/icons.ts';
import { Modal, type OpenProps } from '../internal/modal.tsx';
import styles from './dialog.module.css';

type Content = ReactNode | ((close: () => void) => ReactNode);

export interface DialogProps
  extends OpenProps,
    Omit<ComponentProps<'dialog'>, 'open' | 'title' | 'children'> {
  /** What it is about: a question, or what one does here. */
  title: ReactNode;
  /** What follows from it, in a sentence. */
  description?: ReactNode;
  /** The actions, at the end; a function receives `close`. A form may hold its own buttons in `children` instead. */
  footer?: Content;
  /** What stands between the title and the actions; a function receives `close`. */
  children?: Content;
  /** Its width on a wide screen. */
  size?: 'sm' | 'md' | 'lg';
  /** `false`: neither Escape nor the backdrop closes it, and there is no close button. */
  dismissible?: boolean;
}

function render(content: Content | undefined, close: () => void): ReactNode {
  return typeof content === 'function' ? content(close) : content;
}

/** A task in front of the page. `data-autofocus` on an element inside decides who gets the focus first. */
export function Dialog({
  title,
  description,
  footer,
  children,
  size = 'md',
  dismissible = true,
  className,
  ...rest
}: DialogProps) {
  const id = useId();
  const labels = useLabels();
  return (
    <Modal
      aria-labelledby={`${id}-title`}
      aria-describedby={description ? `${id}-description` : undefined}
      {...rest}
      dismissible={dismissible}
      data-size={size}
      className={clsx(styles.root, className)}
    >
      {(close) => (
        <div className={styles.panel}>
          <div className={styles.head}>
            <h2 id={`${id}-title`} className={styles.title}>
              {title}
            </h2>
            {description ? (
              <p id={`${id}-description`} className={styles.description}>
                {description}
              </p>
            ) : null}
          </div>
          {children ? <div className={styles.body}>{render(children, close)}</div> : null}
          {footer ? <div className={styles.footer}>{render(footer, close)}</div> : null}
          {/* Last in the document, so that the first field gets the focus and not the way out. */}
          {dismissible ? (
            <IconButton label={labels.close} className={styles.close} onClick={close}>
              <XIcon />
            </IconButton>
          ) : null}
        </div>
      )}
    </Modal>
  );
}

export interface AlertDialogProps
  extends OpenProps,
    Omit<ComponentProps<'dialog'>, 'open' | 'title' | 'children'> {
  /** What it is about: a question, or what one does here. */
  title: ReactNode;
  /** What will happen and what will stay. */
  description: ReactNode;
  /** What happens, as a verb. */
  confirmLabel: ReactNode;
  /** The way back, which has the focus first. */
  cancelLabel: ReactNode;
  /** Does it. Close the dialog when it is done. */
  onConfirm: () => void;
  /** `danger`: what it does cannot be undone. */
  tone?: 'danger' | 'neutral';
  /** While the act is under way: both buttons wait. */
  loading?: boolean;
  /** More than a sentence can say. */
  children?: ReactNode;
}

/** A question before something that cannot be undone. Focus starts on the harmless answer. */
export function AlertDialog({
  title,
  description,
  confirmLabel,
  cancelLabel,
  onConfirm,
  tone = 'danger',
  loading = false,
  className,
  children,
  ...rest
}: AlertDialogProps) {
  const id = useId();
  return (
    <Modal
      role="alertdialog"
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-description`}
      {...rest}
      dismissible={!loading}
      data-size="sm"
      className={clsx(styles.root, className)}
    >
      {(close) => (
        <div className={styles.panel}>
          <div className={styles.head}>
            <h2 id={`${id}-title`} className={styles.title}>
              {title}
            </h2>
            <p id={`${id}-description`} className={styles.description}>
              {description}
            </p>
          </div>
          {children ? <div className={styles.body}>{children}</div> : null}
          <div className={styles.footer}>
            <Button variant="secondary" data-autofocus="" disabled={loading} onClick={close}>
              {cancelLabel}
            </Button>
            <Button variant={tone === 'danger' ? 'danger' : 'primary'} loading={loading} onClick={onConfirm}>
              {confirmLabel}
            </Button>
          </div>
        </div>
      )}
    </Modal>
  );
}
