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
  /** Beside each other where there is room, always below each other, or close beside each other. */
  direction?: 'across' | 'down' | 'days';
}

/** What has happened as a solid line, what lies ahead as stitches, and a gold knot where we stand. */
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
