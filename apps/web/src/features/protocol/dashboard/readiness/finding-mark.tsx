import type { ReadinessFinding } from '@zavet/contract/protocol/dashboard-endpoints';
import { IconAlertTriangle } from '../../../../ui/icons.tsx';
import { useTranslation } from '../../../../ui/language/use-translation.ts';
import { IconBulb } from '../../../../ui/more-icons.tsx';
import { VisuallyHidden } from '../../../../ui/visually-hidden.tsx';
import styles from './readiness.module.css';

/** How grave a finding is, by its shape and, read aloud, by a word. */
export function FindingMark({ gravity }: Pick<ReadinessFinding, 'gravity'>) {
  const { t } = useTranslation('readiness');
  const Icon = gravity === 'blocking' ? IconAlertTriangle : IconBulb;
  return (
    <span className={styles.mark} data-gravity={gravity}>
      <Icon size={24} aria-hidden />
      <VisuallyHidden>{t(`gravity.${gravity}`)}: </VisuallyHidden>
    </span>
  );
}
