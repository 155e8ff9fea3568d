import { IconButton, useLabels } from '@frens/design-system';
import { clsx } from 'clsx';
import { type ComponentProps, type ReactNode, useId } from 'react';
import { XIcon } from '../icon/icons.ts';
import { Modal, type OpenProps } from '../internal/modal.tsx';
import styles from './sheet.module.css';

export interface SheetProps extends OpenProps, Omit<ComponentProps<'dialog'>, 'open' | 'title' | 'children'> {
  /** Title of the panel. */
  title: ReactNode;
  /** `end`: from the side, for menus. `bottom`: within the thumb's reach, for filters and choices. */
  side?: 'end' | 'bottom';
  /** Action buttons at the end; a function receives `close`. */
  footer?: ReactNode | ((close: () => void) => ReactNode);
  /** Content; a function receives `close`. */
  children: ReactNode | ((close: () => void) => ReactNode);
}

/** A modal panel that slides in: the mobile menu, filters on phones. */
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
