import { Button, useLabels } from '@frens/design-system';
import { clsx } from 'clsx';
import type { ComponentProps, ReactNode } from 'react';
import { SlidersIcon } from '../icon/icons.ts';
import { Sheet } from '../sheet/sheet.tsx';
import styles from './filter-bar.module.css';

export interface FilterBarProps extends Omit<ComponentProps<'div'>, 'children'> {
  /** Search field, always visible. */
  search?: ReactNode;
  /** Select fields: inline on wide screens, in a sheet on phones. */
  filters?: ReactNode;
  /** Number of active filters, shown on the phone's button. */
  activeCount?: number;
  /** Label of the button that closes the sheet: "Show 24 frens". */
  applyLabel?: ReactNode;
  /** End of the line: result count, clear button. */
  summary?: ReactNode;
}

/**
 * Search and filters of a list. The caller holds the fields' state, so line and sheet stay in sync;
 * hidden fields have `display: none` and take no focus.
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
