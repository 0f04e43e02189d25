import styles from './progress-bar.module.css';

interface ProgressBarProps {
  /** The running task, for screen readers. */
  label: string;
  /** From 0 to 100; undefined while unknown. */
  percent: number | undefined;
}

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
