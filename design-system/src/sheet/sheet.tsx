import { IconButton, useLabels } from '@frens/design-system';
import { clsx } from 'clsx';
import { type ComponentProps, type ReactNode, useId } from 'react';
import { XIcon } from '../icon/icons.ts';
import { Modal, type OpenProps } from '../internal/modal.tsx';
import styles from './sheet.module.css';

export interface SheetProps extends OpenProps, Omit<ComponentProps<'dialog'>, 'open' | 'title' | 'children'> {
  /** What it is about. */
  title: ReactNode;
  /** `end`: from the side, for menus. `bottom`: under the thumb, for filters and choices. */
  side?: 'end' | 'bottom';
  /** The actions, at the end; a function receives `close`. */
  footer?: ReactNode | ((close: () => void) => ReactNode);
  /** What it holds; a function receives `close`. */
  children: ReactNode | ((close: () => void) => ReactNode);
}

/** A panel that slides over the page: the mobile menu, filters on phones. */
export function Sheet({ title, side = 'end', footer, children, className, ...rest }: SheetProps) {
  const id = useId();
  const labels = useLabels();
  return (
    <Modal aria-labelledby={id} {...rest} data-side={side} className={clsx(styles.root, className)}>
      {(close) => (
        <div className={styles.panel}>
          <div className={styles.head}>
            <h2 id={id} className={styles.title}>
              {title}
            </h2>
            <IconButton label={labels.close} className={styles.close} onClick={close}>
              <XIcon />
            </IconButton>
          </div>
          <div className={styles.body}>{typeof children === 'function' ? children(close) : children}</div>
          {footer ? (
            <div className={styles.footer}>{typeof footer === 'function' ? footer(close) : footer}</div>
          ) : null}
        </div>
      )}
    </Modal>
  );
}
