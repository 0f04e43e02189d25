import { useId } from 'react';
import { Button } from '../../../interface/button.tsx';
import { useTranslation } from '../../../interface/language/use-translation.ts';
import { Notice } from '../../../interface/notice.tsx';
import styles from './activation.module.css';

/** The button, out of reach, and why. */
export function StartClosed({ reason }: { reason: string }) {
  const { t } = useTranslation('legacies');
  const reasonId = useId();
  return (
    <>
      <div id={reasonId}>
        <Notice kind="warning">{reason}</Notice>
      </div>
      <div className={styles.control}>
        <Button wide disabled aria-describedby={reasonId}>
          {t('button.closed')}
        </Button>
      </div>
    </>
  );
}
