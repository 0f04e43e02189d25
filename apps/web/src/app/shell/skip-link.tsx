import { useTranslation } from '../../ui/language/use-translation.ts';
import styles from './bar.module.css';

/** The first stop of the keyboard: past the navigation, to what the screen is about. */
export function SkipLink() {
  const { t } = useTranslation('shell');
  return (
    <button
      type="button"
      className={styles.skip}
      onClick={() => document.getElementById('content')?.focus()}
    >
      {t('skipToContent')}
    </button>
  );
}
