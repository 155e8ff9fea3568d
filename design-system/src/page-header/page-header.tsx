import { clsx } from 'clsx';
import type { ComponentProps, ReactNode } from 'react';
import { Heading } from '../text/text.tsx';
import styles from './page-header.module.css';

export interface PageHeaderProps extends Omit<ComponentProps<'header'>, 'title' | 'children'> {
  /** The only `h1` of the page. */
  title: ReactNode;
  /** The purpose of the page, in one sentence. */
  description?: ReactNode;
  /** A label above the title, for orientation. */
  eyebrow?: ReactNode;
  /** The page's main actions. */
  actions?: ReactNode;
  /** Horizontal alignment. */
  align?: 'start' | 'center';
}

/** Top of a screen: its only `h1`, one sentence, its actions. */
export function PageHeader({
  title,
  description,
  eyebrow,
  actions,
  align = 'start',
  className,
  ...rest
}: PageHeaderProps) {
  return (
    <header data-align={align} {...rest} className={clsx(styles.root, className)}>
      <div className={styles.words}>
        {eyebrow ? <p className={styles.eyebrow}>{eyebrow}</p> : null}
        <Heading level={1}>{title}</Heading>
        {description ? <p className={styles.description}>{description}</p> : null}
      </div>
      {actions ? <div className={styles.actions}>{actions}</div> : null}
    </header>
  );
}
