import { clsx } from 'clsx';
import * as Slot from 'radix-ui/slot';
import type { ComponentProps } from 'react';
import styles from './text.module.css';

export interface HeadingProps extends ComponentProps<'h2'> {
  /** Heading level within the page outline. */
  level?: 1 | 2 | 3 | 4;
  /** Overrides the level's default size. */
  size?: 'sm' | 'md' | 'lg' | 'xl' | '2xl' | 'hero';
}

const usual = { 1: 'xl', 2: 'lg', 3: 'md', 4: 'sm' } as const;

/** A heading in the display typeface. */
export function Heading({ level = 2, size = usual[level], className, ...rest }: HeadingProps) {
  const Root = `h${level}` as const;
  return <Root data-size={size} {...rest} className={clsx(styles.heading, className)} />;
}

export interface TextProps extends ComponentProps<'p'> {
  /** Font size. */
  size?: 'xs' | 'sm' | 'md' | 'lg';
  /** Colour: emphasis. */
  tone?: 'ink' | 'muted' | 'accent' | 'danger';
  /** Font weight. */
  weight?: 'regular' | 'semibold' | 'bold';
  /** Maximum number of lines. */
  clamp?: 1 | 2 | 3;
  /** Limits lines to 68 characters. */
  measure?: boolean;
  /** Styles its single child instead of rendering an element. */
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
