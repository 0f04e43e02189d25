import styles from './initials.module.css';
import { initialsOf } from './initials-of.ts';

interface InitialsProps {
  name: string;
  /** Green for a trusted person who has agreed, gold for everybody else. */
  tone: 'green' | 'gold';
  size?: 'small' | 'medium' | 'large';
}

/** Stands beside a name and says nothing more than it, so screen readers pass over it. */
export function Initials({ name, tone, size = 'medium' }: InitialsProps) {
  return (
    <span className={styles.initials} data-tone={tone} data-size={size} aria-hidden>
      {initialsOf(name, size === 'small' ? 1 : 2)}
    </span>
  );
}
