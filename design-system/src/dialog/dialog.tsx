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
  /** A question, or the task of the dialog. */
  title: ReactNode;
  /** The consequence, in one sentence. */
  description?: ReactNode;
  /** Action buttons at the end; a function receives `close`. A form in `children` may have its own buttons instead. */
  footer?: Content;
  /** Content between title and actions; a function receives `close`. */
  children?: Content;
  /** Width on wide screens. */
  size?: 'sm' | 'md' | 'lg';
  /** `false`: Escape and backdrop do not close it, and there is no close button. */
  dismissible?: boolean;
}

function render(content: Content | undefined, close: () => void): ReactNode {
  return typeof content === 'function' ? content(close) : content;
}

/** A modal task. An element with `data-autofocus` inside gets the initial focus. */
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
          {/* Last in DOM order, so that the first field gets the initial focus instead of the close button. */}
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
  /** A question, or the task of the dialog. */
  title: ReactNode;
  /** What changes, and what stays. */
  description: ReactNode;
  /** The action, as a verb. */
  confirmLabel: ReactNode;
  /** The cancel button, which has the initial focus. */
  cancelLabel: ReactNode;
  /** Runs the action. The caller closes the dialog afterwards. */
  onConfirm: () => void;
  /** `danger`: the action cannot be undone. */
  tone?: 'danger' | 'neutral';
  /** While the action is pending, both buttons are disabled. */
  loading?: boolean;
  /** Content beyond the one-sentence description. */
  children?: ReactNode;
}

/** Confirms an action that cannot be undone. The cancel button has the initial focus. */
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
