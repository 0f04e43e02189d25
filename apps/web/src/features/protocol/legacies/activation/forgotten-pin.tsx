import type { LegacyView } from '@zavet/contract/protocol/legacy-schemas';
import { useId, useState } from 'react';
import { Button } from '../../../../ui/button.tsx';
import { useTranslation } from '../../../../ui/language/use-translation.ts';
import { RequestLink } from '../request/request-link.tsx';
import { SupportHint } from '../whom-to-ask.tsx';
import styles from './activation.module.css';

/** Nobody is kept out by a PIN that went with the person who knew it. */
export function ForgottenPin({ legacy }: { legacy: LegacyView }) {
  const { t } = useTranslation('legacies');
  const textId = useId();
  const [isOpen, setOpen] = useState(false);
  return (
    <div className={styles.forgotten}>
      <Button
        kind="plain"
        aria-expanded={isOpen}
        aria-controls={isOpen ? textId : undefined}
        onClick={() => setOpen(!isOpen)}
      >
        {t('pin.unknown')}
      </Button>
      {isOpen && (
        <div id={textId} className={styles.forgottenText}>
          <p>{t('pin.unknownText')}</p>
          <p>{t('pin.unknownDocuments')}</p>
          {legacy.request ? <RequestLink legacy={legacy} /> : <SupportHint />}
        </div>
      )}
    </div>
  );
}
