import type { ReactNode } from 'react';
import styles from './fact-list.module.css';

interface Fact {
  name: string;
  value: ReactNode;
}

/** Names and values, side by side on a wide screen. */
export function FactList({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className={styles.facts}>
      {facts.map(({ name, value }) => (
        <div key={name} className={styles.fact}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
