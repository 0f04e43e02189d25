import type { ReactNode } from 'react';
import styles from './letters.module.css';

interface LetterColumnsProps {
  list: ReactNode;
  /** The letter that is open, if one is. */
  letter: ReactNode | undefined;
  /** Stands in its place until one is chosen. */
  nothingChosen: string;
}

/** A list beside the letter that is read; on a phone one after the other. */
export function LetterColumns({ list, letter, nothingChosen }: LetterColumnsProps) {
  const isReading = letter !== undefined;
  return (
    <div className={styles.columns} data-reading={isReading || undefined}>
      <div className={styles.list}>{list}</div>
      <div className={styles.detail}>
        {isReading ? letter : <p className={styles.nothingChosen}>{nothingChosen}</p>}
      </div>
    </div>
  );
}
