import type { LegacyView } from '@zavet/contract/protocol/legacy-schemas';
import { useFormats } from '../../../ui/language/formats.ts';
import { useTranslation } from '../../../ui/language/use-translation.ts';
import styles from './legacies.module.css';

/** What the visitor began does not stay open without end. */
export function ExpiryNote({ legacy }: { legacy: LegacyView }) {
  const { t } = useTranslation('legacies');
  const formats = useFormats();
  const endsAt = legacy.activation?.ends_at;
  if (!endsAt) return null;
  return <p className={styles.quiet}>{t('endsOn', { date: formats.date(endsAt) })}</p>;
}
