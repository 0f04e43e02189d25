import { suggestEmail } from '@zavet/contract/identity/email-typos';
import { Button } from './button.tsx';
import styles from './field.module.css';
import { useTranslation } from './language/use-translation.ts';

interface AddressSuggestionProps {
  address: string;
  onCorrect: (address: string) => void;
}

/** Suggests a correction for an address that looks mistyped. */
export function AddressSuggestion({ address, onCorrect }: AddressSuggestionProps) {
  const { t } = useTranslation('shell');
  const suggestion = suggestEmail(address);
  return (
    <div role="status" className={styles.suggestion}>
      {suggestion && (
        <>
          <span>{t('addressSlip.question', { address: suggestion })}</span>{' '}
          <Button kind="plain" onClick={() => onCorrect(suggestion)}>
            {t('addressSlip.correct')}
          </Button>
        </>
      )}
    </div>
  );
}
