import type { LegacyView } from '@zavet/contract/protocol/legacy-schemas';
import { useFormats } from '../../../../ui/language/formats.ts';
import { useTranslation } from '../../../../ui/language/use-translation.ts';
import { Notice } from '../../../../ui/notice.tsx';
import { StartControl } from '../activation/start-control.tsx';
import type { ActivationStart } from '../activation/use-activation-start.ts';
import { nextStepOf, waitingHoursNow } from '../agreement/agreement-rules.ts';
import { ExpiryNote } from '../ends-on.tsx';
import styles from '../legacies.module.css';
import { useDuration } from '../use-duration.ts';
import { SupportHint } from '../whom-to-ask.tsx';
import { OperatorNote } from './operator-note.tsx';
import { WithdrawRequest } from './withdraw.tsx';

interface ApprovedPartProps {
  legacy: LegacyView;
  activation: ActivationStart;
  onDone: () => void;
}

/** The operators said yes: what comes now, and what still lies between it and the letters. */
export function ApprovedPart({ legacy, activation, onDone }: ApprovedPartProps) {
  const { t } = useTranslation(['requests', 'legacies']);
  if (!legacy.activation) return null;
  return (
    <>
      <Notice kind="success" title={t('approved.title')}>
        <div className={styles.paragraphs}>
          <p>{t('approved.text')}</p>
          <OperatorNote id={legacy.activation.id} />
        </div>
      </Notice>
      {legacy.is_paid_by_other && <Notice kind="warning">{t('legacies:paidByOther')}</Notice>}
      <RemainingSteps legacy={legacy} />
      <StartControl legacy={legacy} activation={activation} kind="approved" onAsked={onDone} />
      <ExpiryNote legacy={legacy} />
      <WithdrawRequest legacy={legacy} onDone={onDone} />
      <SupportHint />
    </>
  );
}

function RemainingSteps({ legacy }: { legacy: LegacyView }) {
  const { t } = useTranslation('requests');
  const formats = useFormats();
  const duration = useDuration();
  const hours = waitingHoursNow(legacy);
  return (
    <div className={styles.paragraphs}>
      <p>{t('approved.ahead')}</p>
      <ul className={styles.how}>
        {nextStepOf(legacy) === 'ask' && <li>{t('approved.agreement')}</li>}
        <li>{t('approved.payment', { price: formats.rubles(legacy.activation_price) })}</li>
        <li>
          {hours > 0
            ? t('approved.waiting', { duration: duration(hours) })
            : t('approved.noWaiting')}
        </li>
      </ul>
    </div>
  );
}
