import { clsx } from 'clsx';
import * as Radix from 'radix-ui/tabs';
import { type ComponentProps, useEffect, useRef, useState } from 'react';
import styles from './tabs.module.css';

export interface TabsProps
  extends Omit<ComponentProps<typeof Radix.Root>, 'onValueChange' | 'asChild' | 'dir'> {
  /** Reports the selected tab. */
  onValueChange?: (change: { value: string }) => void;
}

/** Tabbed views of one subject; only the selected panel is mounted. */
export function Tabs({ onValueChange, className, ...rest }: TabsProps) {
  const root = useRef<HTMLDivElement>(null);
  const [chosen, setChosen] = useState<string>();
  const value = rest.value ?? chosen ?? rest.defaultValue;
  useEffect(() => {
    const tab = root.current?.querySelector<HTMLElement>('[role="tab"][data-state="active"]');
    if (value === undefined || !tab) return;
    // Also fires for the tab's initial size, and when a count appears beside the label.
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

/** Visible part of the next tab, in pixels, as a hint that the row scrolls. */
const peek = 24;

/** Scrolls only the row until the selected tab is fully visible. */
function bringIntoRow(tab: HTMLElement): void {
  const list = tab.parentElement;
  if (!list) return;
  const [row, box] = [list.getBoundingClientRect(), tab.getBoundingClientRect()];
  if (box.right + peek > row.right) list.scrollLeft += box.right + peek - row.right;
  else if (box.left - peek < row.left) list.scrollLeft += box.left - peek - row.left;
}

export interface TabListProps extends Omit<ComponentProps<typeof Radix.List>, 'asChild'> {
  /** Accessible name of the tab list. */
  label: string;
  /** `fill`: equal widths across the line, for two or three short tabs. */
  fit?: 'content' | 'fill';
}

/** The row of tabs; scrolls horizontally on overflow. */
export function TabList({ label, fit = 'content', className, ...rest }: TabListProps) {
  return <Radix.List aria-label={label} data-fit={fit} {...rest} className={clsx(styles.list, className)} />;
}

export interface TabProps extends Omit<ComponentProps<typeof Radix.Trigger>, 'asChild'> {
  /** A count after the label, such as unanswered requests. */
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

/** The content of a tab. */
export function TabPanel({ className, ...rest }: Omit<ComponentProps<typeof Radix.Content>, 'asChild'>) {
  return <Radix.Content {...rest} className={clsx(styles.panel, className)} />;
}
