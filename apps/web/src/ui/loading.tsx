import { useTranslation } from './language/use-translation.ts';
import styles from './loading.module.css';

/** A placeholder bar. */
export function Skeleton({ width, height }: { width?: string; height?: string }) {
  return <span className={styles.skeleton} style={{ width, height }} aria-hidden />;
}

/** Placeholder lines of text, announced once to screen readers. */
export function SkeletonLines({ lines = 3 }: { lines?: number }) {
  const { t } = useTranslation('shell');
  return (
    <div className={styles.lines} role="status" aria-label={t('loading')} data-arriving>
      {Array.from({ length: lines }, (_, line) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the bars are all alike
        <span key={line} className={styles.skeleton} />
      ))}
    </div>
  );
}

/** Fills the screen until something can be shown. */
export function Spinner() {
  const { t } = useTranslation('shell');
  return (
    <div className={styles.spinner} role="status" aria-label={t('loading')}>
      <div className={styles.ring} />
    </div>
  );
}
