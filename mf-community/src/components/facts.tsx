import type { ReactNode } from 'react';
import styles from './sample-card.module.css';

interface FactsProps {
  /** Name and value of each fact, in order. */
  rows: readonly (readonly [name: string, value: ReactNode])[];
}

/** The particulars of a sample, name by name. */
export function Facts({ rows }: FactsProps) {
  return (
    <dl className={styles.facts}>
      {rows.map(([name, value]) => (
        <div key={name} className={styles.fact}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
