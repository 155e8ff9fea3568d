import { clsx } from 'clsx';
import type { ComponentProps, ReactNode } from 'react';
import { Heading } from '../text/text.tsx';
import styles from './page-header.module.css';

export interface PageHeaderProps extends Omit<ComponentProps<'header'>, 'title' | 'children'> {
  /** The one `h1` of the page. */
  title: ReactNode;
  /** What one can do here, in a sentence. */
  description?: ReactNode;
  /** A word above the title: where we are. */
  eyebrow?: ReactNode;
  /** What the page is mostly used for: buttons. */
  actions?: ReactNode;
  /** Where it stands in its width. */
  align?: 'start' | 'center';
}

/** The top of a screen: its one `h1`, one sentence, its actions. */
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
