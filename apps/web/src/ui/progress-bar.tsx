import styles from './progress-bar.module.css';

interface ProgressBarProps {
  /** What is going on; read aloud, not shown. */
  label: string;
  /** 0 to 100; undefined while it is not known. */
  percent: number | undefined;
}

/** How far something has come. */
export function ProgressBar({ label, percent }: ProgressBarProps) {
  const shown = percent === undefined ? undefined : Math.min(100, Math.max(0, percent));
  return (
    <div
      role="progressbar"
      className={styles.track}
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={shown === undefined ? undefined : Math.round(shown)}
    >
      <div className={styles.bar} style={{ width: `${shown ?? 0}%` }} />
    </div>
  );
}
