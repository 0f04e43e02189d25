import styles from './figure-row.module.css';

interface FigureRowProps {
  /** What is counted. */
  label: string;
  figures: readonly { name: string; value: string }[];
}

/** Figures that are good to know, in one quiet labelled row. */
export function FigureRow({ label, figures }: FigureRowProps) {
  return (
    <dl className={styles.row} aria-label={label}>
      {figures.map(({ name, value }) => (
        <div key={name} className={styles.figure}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
