import { type ReactNode, useId } from 'react';
import { Button } from '../../../../ui/button.tsx';
import { useTranslation } from '../../../../ui/language/use-translation.ts';
import styles from './activation.module.css';

interface DisabledStartProps {
  /** What the button would do. */
  label?: string;
  /** Why it is out of reach. */
  children: ReactNode;
}

/** The button, out of reach, and why. */
export function DisabledStart({ label, children }: DisabledStartProps) {
  const { t } = useTranslation('legacies');
  const reasonId = useId();
  return (
    <>
      <div id={reasonId}>{children}</div>
      <div className={styles.control}>
        <Button wide disabled aria-describedby={reasonId}>
          {label ?? t('button.closed')}
        </Button>
      </div>
    </>
  );
}
