import { useTranslation } from '../../../ui/language/use-translation.ts';
import styles from './choices.module.css';

interface ControlsProps {
  /** The guide waits for an answer. They stay in their place while it thinks. */
  isReady: boolean;
  onReply: (words: string) => void;
}

/** What can be said instead of an answer: the words that the guide understands at this point. */
export function Controls({ isReady, onReply }: ControlsProps) {
  const { t } = useTranslation('assistant');
  return (
    <ul className={styles.controls} aria-label={t('quick.controls')}>
      {(['skip', 'back', 'finish'] as const).map((word) => (
        <li key={word}>
          <button
            type="button"
            className={styles.control}
            aria-disabled={!isReady || undefined}
            onClick={() => isReady && onReply(t(`quick.${word}`))}
          >
            {t(`quick.${word}`)}
          </button>
        </li>
      ))}
    </ul>
  );
}
