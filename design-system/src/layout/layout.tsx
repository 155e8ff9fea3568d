import { clsx } from 'clsx';
import * as Slot from 'radix-ui/slot';
import type { ComponentProps } from 'react';
import styles from './layout.module.css';

type Gap = 'none' | 'xs' | 'sm' | 'md' | 'lg' | 'xl';

interface LayoutProps extends ComponentProps<'div'> {
  /** Space between the children. */
  gap?: Gap;
  /** Styles its single child instead of rendering an element. */
  asChild?: boolean;
}

export interface StackProps extends LayoutProps {
  /** Horizontal alignment of narrower children. */
  align?: 'stretch' | 'start' | 'center' | 'end';
}

/** Stacks children vertically. Gaps: xs 4, sm 8, md 16, lg 24, xl 40 px. */
export function Stack({ gap = 'md', align = 'stretch', asChild, className, ...rest }: StackProps) {
  const Root = asChild ? Slot.Root : 'div';
  return <Root data-gap={gap} data-align={align} {...rest} className={clsx(styles.stack, className)} />;
}

export interface ClusterProps extends LayoutProps {
  /** Vertical alignment of children. */
  align?: 'start' | 'center' | 'end';
  /** Horizontal distribution of children. */
  justify?: 'start' | 'end' | 'between';
  /** `false`: keeps one line. */
  wrap?: boolean;
}

/** Lays out children in a row that wraps. */
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
  /** Columns on wide screens; phones have one, tablets two. */
  columns?: 1 | 2 | 3 | 4;
}

/** Grid of equal cells: 1 column on phones, 2 on tablets, `columns` on wide screens. */
export function Grid({ gap = 'md', columns = 3, asChild, className, ...rest }: GridProps) {
  const Root = asChild ? Slot.Root : 'div';
  return <Root data-gap={gap} data-columns={columns} {...rest} className={clsx(styles.grid, className)} />;
}

export interface ContainerProps extends ComponentProps<'div'> {
  /** `content` 1120 px, `reading` 680 px. */
  width?: 'content' | 'reading';
  /** Styles its single child instead of rendering an element. */
  asChild?: boolean;
}

/** Page width and gutters: 16, 24, 40 px. */
export function Container({ width = 'content', asChild, className, ...rest }: ContainerProps) {
  const Root = asChild ? Slot.Root : 'div';
  return <Root data-width={width} {...rest} className={clsx(styles.container, className)} />;
}

export interface SectionProps extends ComponentProps<'section'> {
  /** `sunken`: a background of its own. */
  tone?: 'paper' | 'sunken';
}

/** A full-width band with vertical padding; landing pages alternate the tones. */
export function Section({ tone = 'paper', className, ...rest }: SectionProps) {
  return <section data-tone={tone} {...rest} className={clsx(styles.section, className)} />;
}
