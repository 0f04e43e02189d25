import type { LegacyView } from '@zavet/contract/protocol/legacy-schemas';
import { useFormats } from '../../../../ui/language/formats.ts';
import { useTranslation } from '../../../../ui/language/use-translation.ts';
import { Notice } from '../../../../ui/notice.tsx';
import { StartControl } from '../activation/start-control.tsx';
import type { ActivationStart } from '../activation/use-activation-start.ts';
import { waitingHoursNow, wayToPay } from '../agreement/agreement-rules.ts';
import { EndsOn } from '../ends-on.tsx';
import styles from '../legacies.module.css';
import { useDuration } from '../use-duration.ts';
import { WhomToAsk } from '../whom-to-ask.tsx';
import { OperatorNote } from './operator-note.tsx';
import { Withdraw } from './withdraw.tsx';

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
      <StillAhead legacy={legacy} />
      <StartControl legacy={legacy} activation={activation} kind="approved" onAsked={onDone} />
      <EndsOn legacy={legacy} />
      <Withdraw legacy={legacy} onDone={onDone} />
      <WhomToAsk />
    </>
  );
}

function StillAhead({ legacy }: { legacy: LegacyView }) {
  const { t } = useTranslation('requests');
  const formats = useFormats();
  const duration = useDuration();
  const hours = waitingHoursNow(legacy);
  return (
    <div className={styles.paragraphs}>
      <p>{t('approved.ahead')}</p>
      <ul className={styles.how}>
        {wayToPay(legacy) === 'ask' && <li>{t('approved.agreement')}</li>}
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
