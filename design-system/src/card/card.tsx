import { clsx } from 'clsx';
import * as Slot from 'radix-ui/slot';
import type { ComponentProps } from 'react';
import styles from './card.module.css';

export interface CardProps extends ComponentProps<'div'> {
  /** Inner spacing. */
  padding?: 'none' | 'sm' | 'md' | 'lg';
  /** `sunken`: a recessed background; `tint`: a bamboo background for an invitation; `plain`: none, for a list row. */
  tone?: 'surface' | 'sunken' | 'tint' | 'plain';
  /** Highlights the border on hover, and stretches one inner link with `data-card-link` over the whole card. */
  interactive?: boolean;
  /** Styles its single child: `<Card asChild><article>…</article></Card>`. */
  asChild?: boolean;
}

/** Container for one subject. */
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
