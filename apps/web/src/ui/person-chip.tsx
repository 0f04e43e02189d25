import { Initials } from './initials.tsx';
import styles from './person-chip.module.css';
import { VisuallyHidden } from './visually-hidden.tsx';

interface PersonChipProps {
  name: string;
  /** What is written of it where there is little room; the whole name is read aloud. */
  shortName?: string;
  /** A trusted person who has agreed. */
  isConfirmed: boolean;
  /** What the colour says, for those who do not see it. */
  note?: string;
}

/** Somebody in a row of people. */
export function PersonChip({ name, shortName = name, isConfirmed, note }: PersonChipProps) {
  return (
    <span className={styles.chip}>
      <Initials name={name} tone={isConfirmed ? 'green' : 'gold'} size="small" />
      <span className={styles.name} title={name} aria-hidden={shortName !== name || undefined}>
        {shortName}
      </span>
      {shortName !== name && <VisuallyHidden>{name}</VisuallyHidden>}
      {note && <VisuallyHidden>{note}</VisuallyHidden>}
    </span>
  );
}
