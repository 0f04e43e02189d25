import type { ReactNode } from 'react';
import { useTranslation } from './language/use-translation.ts';
import styles from './thread.module.css';
import { VisuallyHidden } from './visually-hidden.tsx';

type ThreadState = 'done' | 'current' | 'todo';

interface ThreadStep {
  key: string;
  state: ThreadState;
  label: string;
  note?: ReactNode;
}

interface ThreadProps {
  label: string;
  steps: readonly ThreadStep[];
  /**
   * `across`: beside each other on a wide screen; `down`: below each other; `days`: a compact row.
   */
  direction?: 'across' | 'down' | 'days';
}

/**
 * A timeline: past steps as a solid line, future steps as stitches, the current step as a gold
 * knot.
 */
export function Thread({ label, steps, direction = 'across' }: ThreadProps) {
  const { t } = useTranslation('shell');
  return (
    <div className={styles.frame}>
      <ol className={styles.thread} data-direction={direction} aria-label={label}>
        {steps.map(({ key, state, label: words, note }) => (
          <li
            key={key}
            className={styles.step}
            data-state={state}
            aria-current={state === 'current' ? 'step' : undefined}
          >
            <span className={styles.label}>{words}</span>
            <VisuallyHidden> {t(`thread.${state}`)}</VisuallyHidden>
            {note && <span className={styles.note}>{note}</span>}
          </li>
        ))}
      </ol>
    </div>
  );
}
