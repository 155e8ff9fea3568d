import { Button, useLabels } from '@frens/design-system';
import { clsx } from 'clsx';
import type { ComponentProps, ReactNode } from 'react';
import { SlidersIcon } from '../icon/icons.ts';
import { Sheet } from '../sheet/sheet.tsx';
import styles from './filter-bar.module.css';

export interface FilterBarProps extends Omit<ComponentProps<'div'>, 'children'> {
  /** The search field: always in sight. */
  search?: ReactNode;
  /** Select fields; in a line on wide screens, in a sheet on phones. */
  filters?: ReactNode;
  /** How many filters are in use, shown on the phone's button. */
  activeCount?: number;
  /** Closes the sheet: "Show 24 frens". */
  applyLabel?: ReactNode;
  /** Stands at the end of the line: the count of results, a clear button. */
  summary?: ReactNode;
}

/**
 * One bar that narrows a list down. Fields are held by the caller, so the line and the sheet show the same state;
 * the ones out of sight are not displayed and cannot be reached.
 */
export function FilterBar({
  search,
  filters,
  activeCount = 0,
  applyLabel,
  summary,
  className,
  ...rest
}: FilterBarProps) {
  const labels = useLabels();
  return (
    <div role="search" {...rest} className={clsx(styles.root, className)}>
      {search ? <div className={styles.search}>{search}</div> : null}
      {filters ? (
        <>
          <div className={styles.line}>{filters}</div>
          <Sheet
            side="bottom"
            title={labels.filters}
            trigger={
              <Button variant="secondary" icon={<SlidersIcon />} className={styles.open}>
                {activeCount > 0 ? `${labels.filters} (${activeCount})` : labels.filters}
              </Button>
            }
            footer={
              applyLabel
                ? (close) => (
                    <Button fullWidth onClick={close}>
                      {applyLabel}
                    </Button>
                  )
                : undefined
            }
          >
            <div className={styles.stack}>{filters}</div>
          </Sheet>
        </>
      ) : null}
      {summary ? <div className={styles.summary}>{summary}</div> : null}
    </div>
  );
}
