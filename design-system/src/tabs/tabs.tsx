import { clsx } from 'clsx';
import * as Radix from 'radix-ui/tabs';
import { type ComponentProps, useEffect, useRef, useState } from 'react';
import styles from './tabs.module.css';

export interface TabsProps
  extends Omit<ComponentProps<typeof Radix.Root>, 'onValueChange' | 'asChild' | 'dir'> {
  /** Is told which is chosen. */
  onValueChange?: (change: { value: string }) => void;
}

/** Views of one thing beside each other; only the chosen one is on the page. */
export function Tabs({ onValueChange, className, ...rest }: TabsProps) {
  const root = useRef<HTMLDivElement>(null);
  const [chosen, setChosen] = useState<string>();
  const value = rest.value ?? chosen ?? rest.defaultValue;
  useEffect(() => {
    const tab = root.current?.querySelector<HTMLElement>('[role="tab"][data-state="active"]');
    if (value === undefined || !tab) return;
    // It is told of the tab's first size, too, and again when a number arrives beside the words.
    const observer = new ResizeObserver(() => bringIntoRow(tab));
    observer.observe(tab);
    return () => observer.disconnect();
  }, [value]);
  return (
    <Radix.Root
      ref={root}
      {...rest}
      onValueChange={(next) => {
        setChosen(next);
        onValueChange?.({ value: next });
      }}
      className={clsx(styles.root, className)}
    />
  );
}

/** So much of the next tab stays in sight, in pixels, and tells that there is one. */
const peek = 24;

/** Scrolls the row, and nothing else, until the chosen tab is whole. */
function bringIntoRow(tab: HTMLElement): void {
  const list = tab.parentElement;
  if (!list) return;
  const [row, box] = [list.getBoundingClientRect(), tab.getBoundingClientRect()];
  if (box.right + peek > row.right) list.scrollLeft += box.right + peek - row.right;
  else if (box.left - peek < row.left) list.scrollLeft += box.left - peek - row.left;
}

export interface TabListProps extends Omit<ComponentProps<typeof Radix.List>, 'asChild'> {
  /** What the tabs choose between. */
  label: string;
  /** `fill`: equal widths across the whole line, for two or three short ones. */
  fit?: 'content' | 'fill';
}

/** The row of tabs; scrolls sideways when it does not fit. */
export function TabList({ label, fit = 'content', className, ...rest }: TabListProps) {
  return <Radix.List aria-label={label} data-fit={fit} {...rest} className={clsx(styles.list, className)} />;
}

export interface TabProps extends Omit<ComponentProps<typeof Radix.Trigger>, 'asChild'> {
  /** A number after the words, for instance of unanswered requests. */
  count?: number;
}

/** One tab. */
export function Tab({ count, className, children, ...rest }: TabProps) {
  return (
    <Radix.Trigger {...rest} className={clsx(styles.tab, className)}>
      {children}
      {count === undefined ? null : <span className={styles.count}>{count}</span>}
    </Radix.Trigger>
  );
}

/** What its tab shows. */
export function TabPanel({ className, ...rest }: Omit<ComponentProps<typeof Radix.Content>, 'asChild'>) {
  return <Radix.Content {...rest} className={clsx(styles.panel, className)} />;
}
