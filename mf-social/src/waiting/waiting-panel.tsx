import { Card, Heading, Text, useMediaQuery } from '@frens/platform';
import { type ReactNode, useId } from 'react';
import { FoldedList } from '../lists/folded-list.tsx';
import { useFocusFallback } from '../lists/use-focus-fallback.ts';
import { useStableRows } from './answers.ts';
import styles from './waiting-panel.module.css';

interface WaitingPanelProps {
  title: string;
  /** Beside the title. */
  note?: ReactNode;
  /** Each with the id of the item that it answers. */
  rows: ReadonlyArray<{ id: string; row: ReactNode }>;
  /** Follows the fully expanded list. */
  end?: ReactNode;
}

/** Items that await the member's answer. Answered rows keep their place; renders nothing without rows. */
export function WaitingPanel({ title, note, rows: open, end }: WaitingPanelProps) {
  const id = useId();
  const isWide = useMediaQuery('(min-width: 600px)');
  const rows = useStableRows(open, (one) => one.id);
  const heading = useFocusFallback<HTMLHeadingElement>(rows.length);
  if (rows.length === 0) return null;
  return (
    <Card asChild tone="tint">
      <section aria-labelledby={id} className={styles.root}>
        <header className={styles.head}>
          <Heading level={2} size="md" id={id} ref={heading} tabIndex={-1}>
            {title}
          </Heading>
          {note ? (
            <Text size="sm" weight="bold">
              {note}
            </Text>
          ) : null}
        </header>
        <FoldedList
          labelledBy={id}
          rows={rows.map(({ row }) => row)}
          first={isWide ? 3 : 2}
          className={styles.list}
          end={end}
        />
      </section>
    </Card>
  );
}
