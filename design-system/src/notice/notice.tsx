import { clsx } from 'clsx';
import type { ComponentProps, ReactNode } from 'react';
import { CircleAlertIcon, CircleCheckIcon, InfoIcon, LightbulbIcon } from '../icon/icons.ts';
import styles from './notice.module.css';

export interface NoticeProps extends Omit<ComponentProps<'div'>, 'title'> {
  /** What kind of news it is; its icon follows. */
  tone?: 'info' | 'success' | 'warning' | 'danger';
  /** The news in a few words, above the rest. */
  title?: ReactNode;
  /** A button or link: what one can do about it. */
  action?: ReactNode;
  /** Another picture than the tone's own; `null` for none. */
  icon?: ReactNode;
}

const icons = { info: InfoIcon, success: CircleCheckIcon, warning: LightbulbIcon, danger: CircleAlertIcon };

/** A remark that belongs to this place and stays. Give `role="alert"` when it appears after an act. */
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
