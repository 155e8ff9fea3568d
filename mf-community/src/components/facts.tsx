import { VisuallyHidden } from '@frens/platform';
import type { ReactNode } from 'react';
import styles from './sample-card.module.css';

interface FactsProps {
  /** Each fact's sign, its name for who hears it, and what it is, in order. */
  rows: readonly (readonly [icon: ReactNode, name: string, value: ReactNode])[];
}

/** The particulars of a sample, each by its sign. */
export function Facts({ rows }: FactsProps) {
  return (
    <dl className={styles.facts}>
      {rows.map(([icon, name, value]) => (
        <div key={name} className={styles.fact}>
          <dt>
            {icon}
            <VisuallyHidden>{name}</VisuallyHidden>
          </dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
