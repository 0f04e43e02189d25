import { type ReactNode, useEffect, useRef } from 'react';
import { Button } from '../../../../ui/button.tsx';
import { useTranslation } from '../../../../ui/language/use-translation.ts';
import { IconPrinter } from '../../../../ui/more-icons.tsx';
import { Paper } from '../../../../ui/paper.tsx';
import styles from './settings.module.css';

interface ShownOnceProps {
  /** Accessible name. */
  label: string;
  text: string;
  closeLabel: string;
  onClose: () => void;
  /** The printed content. */
  children: ReactNode;
}

/** Shows a secret that cannot be shown again. Only the children are printed. */
export function ShownOnce({ label, text, closeLabel, onClose, children }: ShownOnceProps) {
  const { t } = useTranslation('release');
  const section = useRef<HTMLElement>(null);
  useEffect(() => section.current?.focus(), []);
  return (
    <section ref={section} tabIndex={-1} className={styles.paperCode} aria-label={label}>
      <p>{text}</p>
      <Paper>{children}</Paper>
      <div className={styles.actions}>
        <Button
          kind="quiet"
          icon={<IconPrinter size={20} aria-hidden />}
          onClick={() => window.print()}
        >
          {t('code.print')}
        </Button>
        <Button onClick={onClose}>{closeLabel}</Button>
      </div>
    </section>
  );
}
