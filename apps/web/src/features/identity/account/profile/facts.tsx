import type { ReactNode } from 'react';
import { useTranslation } from '../../../../ui/language/use-translation.ts';
import { IconLock } from '../../../../ui/more-icons.tsx';
import { VisuallyHidden } from '../../../../ui/visually-hidden.tsx';
import styles from '../cards.module.css';

export function Facts({ children }: { children: ReactNode }) {
  return <dl className={styles.facts}>{children}</dl>;
}

interface FactProps {
  name: string;
  /** Text for a missing value. */
  unset?: string;
  isLocked?: boolean;
  /** Shows the lock without its text, if the card explains it. */
  isTerse?: boolean;
  children: ReactNode;
}

export function Fact({ name, unset, isLocked, isTerse, children }: FactProps) {
  const { t } = useTranslation('settings');
  return (
    <div className={styles.fact}>
      <dt>{name}</dt>
      <dd data-unset={!children || undefined}>
        {children || unset}
        {isLocked && (
          <span className={styles.locked}>
            <IconLock size={18} aria-hidden />
            {isTerse ? <VisuallyHidden>{t('basic.locked')}</VisuallyHidden> : t('basic.locked')}
          </span>
        )}
      </dd>
    </div>
  );
}
