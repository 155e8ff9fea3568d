import { clsx } from 'clsx';
import type { ComponentProps, ReactNode } from 'react';
import { CircleAlertIcon, CircleCheckIcon, InfoIcon, LightbulbIcon } from '../icon/icons.ts';
import styles from './notice.module.css';

export interface NoticeProps extends Omit<ComponentProps<'div'>, 'title'> {
  /** Kind of message; it selects the icon. */
  tone?: 'info' | 'success' | 'warning' | 'danger';
  /** Short heading. */
  title?: ReactNode;
  /** A button or link. */
  action?: ReactNode;
  /** Replaces the tone's icon; `null` for none. */
  icon?: ReactNode;
}

const icons = { info: InfoIcon, success: CircleCheckIcon, warning: LightbulbIcon, danger: CircleAlertIcon };

/** An inline message that stays. Add `role="alert"` if it appears after an action. */
export function Notice({ tone = 'info', title, action, icon, className, children, ...rest }: NoticeProps) {
  const Icon = icons[tone];
  return (
    <div data-tone={tone} {...rest} className={clsx(styles.root, className)}>
      {icon === undefined ? <Icon className={styles.icon} /> : icon}
      <div className={styles.words}>
        {title ? <p className={styles.title}>{title}</p> : null}
        {children ? <div>{children}</div> : null}
      </div>
      {action ? <div className={styles.action}>{action}</div> : null}
    </div>
  );
}
