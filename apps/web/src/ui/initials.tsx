import styles from './initials.module.css';

interface InitialsProps {
  name: string;
  /** Green for a confirmed contact, gold for others. */
  tone: 'green' | 'gold';
  size?: 'small' | 'medium' | 'large';
}

/** The initials beside a name: a decoration, hidden from screen readers. */
export function Initials({ name, tone, size = 'medium' }: InitialsProps) {
  return (
    <span className={styles.initials} data-tone={tone} data-size={size} aria-hidden>
      {initialsOf(name, size === 'small' ? 1 : 2)}
    </span>
  );
}

/** The first letters of the first and the last word of a name. */
export function initialsOf(name: string, maxLetters: 1 | 2): string {
  const words = name.split(/\s+/).filter((word) => /\p{L}|\p{N}/u.test(word));
  const ends = words.length > 1 && maxLetters === 2 ? [words[0], words.at(-1)] : [words[0]];
  return ends.map(firstLetter).join('');
}

function firstLetter(word = ''): string {
  return /[\p{L}\p{N}]/u.exec(word)?.[0] ?? '';
}
