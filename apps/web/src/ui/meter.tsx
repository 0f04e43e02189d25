import { classes } from './classes.ts';
import styles from './meter.module.css';

export type MeterColor = 'green' | 'yellow' | 'red';

interface MeterProps {
  /** The measured quantity, for screen readers. */
  label: string;
  /** The value in words, as shown beside the bar. */
  valueText: string;
  /** From 0 to 100; greater values are drawn as 100. */
  percent: number;
  color?: MeterColor;
}

/** A bar that shows usage. The caller writes the text beside it. */
export function Meter({ label, valueText, percent, color = 'green' }: MeterProps) {
  const shown = Math.min(100, Math.max(0, percent));
  return (
    // biome-ignore lint/a11y/useSemanticElements: a native meter cannot be coloured in every browser
    <div
      role="meter"
      className={styles.track}
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round(shown)}
      aria-valuetext={valueText}
    >
      <div className={classes(styles.bar, styles[color])} style={{ width: `${shown}%` }} />
    </div>
  );
}
