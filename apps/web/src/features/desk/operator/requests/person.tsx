import type { ReactNode } from 'react';
import styles from './requests.module.css';

interface PersonProps {
  person: { name: string | null; email: string };
  /** How the name is drawn, where it leads somewhere. */
  name?: (name: string) => ReactNode;
}

/** A name with the address below it, or the address alone. */
export function Person({ person, name = (text) => text }: PersonProps) {
  return (
    <div className={styles.person}>
      <div>{name(person.name ?? person.email)}</div>
      {person.name && <div className={styles.quiet}>{person.email}</div>}
    </div>
  );
}
