import { clsx } from 'clsx';
import * as Slot from 'radix-ui/slot';
import type { ComponentProps } from 'react';
import styles from './layout.module.css';

type Gap = 'none' | 'xs' | 'sm' | 'md' | 'lg' | 'xl';

interface LayoutProps extends ComponentProps<'div'> {
  /** Room between what is inside. */
  gap?: Gap;
  /** Gives its looks to the one element inside it instead of an element of its own. */
  asChild?: boolean;
}

export interface StackProps extends LayoutProps {
  /** Where narrower things stand in its width. */
  align?: 'stretch' | 'start' | 'center' | 'end';
}

/** Things under each other. Gaps: xs 4, sm 8, md 16, lg 24, xl 40. */
export function Stack({ gap = 'md', align = 'stretch', asChild, className, ...rest }: StackProps) {
  const Root = asChild ? Slot.Root : 'div';
  return <Root data-gap={gap} data-align={align} {...rest} className={clsx(styles.stack, className)} />;
}

export interface ClusterProps extends LayoutProps {
  /** How things of different heights stand to each other. */
  align?: 'start' | 'center' | 'end' | 'baseline';
  /** Where the things stand in its width. */
  justify?: 'start' | 'center' | 'end' | 'between';
  /** `false`: stays on one line. */
  wrap?: boolean;
}

/** Things beside each other, on to the next line when there is no room. */
export function Cluster({
  gap = 'sm',
  align = 'center',
  justify = 'start',
  wrap = true,
  asChild,
  className,
  ...rest
}: ClusterProps) {
  const Root = asChild ? Slot.Root : 'div';
  return (
    <Root
      data-gap={gap}
      data-align={align}
      data-justify={justify}
      data-nowrap={wrap ? undefined : true}
      {...rest}
      className={clsx(styles.cluster, className)}
    />
  );
}

export interface GridProps extends LayoutProps {
  /** Columns on a wide screen: phones show one, tablets two. */
  columns?: 1 | 2 | 3 | 4;
}

/** Cards of equal width and height: 1 column on phones, 2 on tablets, `columns` on wide screens. */
export function Grid({ gap = 'md', columns = 3, asChild, className, ...rest }: GridProps) {
  const Root = asChild ? Slot.Root : 'div';
  return <Root data-gap={gap} data-columns={columns} {...rest} className={clsx(styles.grid, className)} />;
}

export interface ContainerProps extends ComponentProps<'div'> {
  /** `content` 1120 px, `reading` 680 px. */
  width?: 'content' | 'reading' | 'full';
  /** Gives its looks to the one element inside it instead of an element of its own. */
  asChild?: boolean;
}

/** The page's width and gutters: 16, 24, 40 px. */
export function Container({ width = 'content', asChild, className, ...rest }: ContainerProps) {
  const Root = asChild ? Slot.Root : 'div';
  return <Root data-width={width} {...rest} className={clsx(styles.container, className)} />;
}

export interface SectionProps extends ComponentProps<'section'> {
  /** `sunken`: a ground of its own. */
  tone?: 'paper' | 'sunken';
}

/** A band of the page with generous air above and below; landing sections alternate the tones. */
export function Section({ tone = 'paper', className, ...rest }: SectionProps) {
  return <section data-tone={tone} {...rest} className={clsx(styles.section, className)} />;
}
