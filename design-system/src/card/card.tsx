import { clsx } from 'clsx';
import * as Slot from 'radix-ui/slot';
import type { ComponentProps } from 'react';
import styles from './card.module.css';

export interface CardProps extends ComponentProps<'div'> {
  /** Room between its edge and what is inside. */
  padding?: 'none' | 'sm' | 'md' | 'lg';
  /** `sunken`: a quiet well; `tint`: a bamboo ground for an invitation; `plain`: no ground of its own, for the row of a list. */
  tone?: 'surface' | 'sunken' | 'tint' | 'plain';
  /** Lifts its border on hover and lets one link with `data-card-link` inside cover the whole card. */
  interactive?: boolean;
  /** Renders as its one child: `<Card asChild><article>…</article></Card>`. */
  asChild?: boolean;
}

/** A surface for one thing. */
export function Card({
  padding = 'md',
  tone = 'surface',
  interactive = false,
  asChild = false,
  className,
  ...rest
}: CardProps) {
  const Root = asChild ? Slot.Root : 'div';
  return (
    <Root
      data-padding={padding}
      data-tone={tone}
      data-interactive={interactive || undefined}
      {...rest}
      className={clsx(styles.root, className)}
    />
  );
}
