import { VisuallyHidden } from '@frens/platform';
import type { ReactNode } from 'react';
import styles from './sample-card.module.css';

interface FactsProps {
  /** Icon, accessible name and value of each fact, in order. */
  rows: readonly (readonly [icon: ReactNode, name: string, value: ReactNode])[];
}

/** Facts of a sample, each with its icon. */
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
