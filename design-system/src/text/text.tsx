import { clsx } from 'clsx';
import * as Slot from 'radix-ui/slot';
import type { ComponentProps } from 'react';
import styles from './text.module.css';

export interface HeadingProps extends ComponentProps<'h2'> {
  /** Its place in the outline of the page. */
  level?: 1 | 2 | 3 | 4;
  /** Its size, when that is not the usual one of the level. */
  size?: 'sm' | 'md' | 'lg' | 'xl' | '2xl' | 'hero';
}

const usual = { 1: 'xl', 2: 'lg', 3: 'md', 4: 'sm' } as const;

/** A heading in the display face. */
export function Heading({ level = 2, size = usual[level], className, ...rest }: HeadingProps) {
  const Root = `h${level}` as const;
  return <Root data-size={size} {...rest} className={clsx(styles.heading, className)} />;
}

export interface TextProps extends ComponentProps<'p'> {
  /** How large the words are. */
  size?: 'xs' | 'sm' | 'md' | 'lg';
  /** How much the words ask for attention. */
  tone?: 'ink' | 'muted' | 'accent' | 'danger';
  /** How strong the words are. */
  weight?: 'regular' | 'semibold' | 'bold';
  /** Cuts after so many lines. */
  clamp?: 1 | 2 | 3;
  /** At most 68 characters a line. */
  measure?: boolean;
  /** Gives its looks to the one element inside it instead of an element of its own. */
  asChild?: boolean;
}

/** A paragraph; with `asChild` a span, a time, a label. */
export function Text({
  size = 'md',
  tone = 'ink',
  weight = 'regular',
  clamp,
  measure = false,
  asChild = false,
  className,
  ...rest
}: TextProps) {
  const Root = asChild ? Slot.Root : 'p';
  return (
    <Root
      data-size={size}
      data-tone={tone}
      data-weight={weight}
      data-clamp={clamp}
      data-measure={measure || undefined}
      {...rest}
      className={clsx(styles.text, className)}
    />
  );
}
