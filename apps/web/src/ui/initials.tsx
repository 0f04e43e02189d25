import styles from './initials.module.css';

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

/** The first letters of a name: of its first and its last word, or of its only one. */
export function initialsOf(name: string, most: 1 | 2): string {
  const words = name.split(/\s+/).filter((word) => /\p{L}|\p{N}/u.test(word));
  const ends = words.length > 1 && most === 2 ? [words[0], words.at(-1)] : [words[0]];
  return ends.map(firstLetter).join('');
}

function firstLetter(word = ''): string {
  return /[\p{L}\p{N}]/u.exec(word)?.[0] ?? '';
}
