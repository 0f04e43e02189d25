import type { LegacyView } from '@zavet/contract/protocol/legacy-schemas';
import { classes } from '../../../../ui/classes.ts';
import { useFormats } from '../../../../ui/language/formats.ts';
import { useTranslation } from '../../../../ui/language/use-translation.ts';
import { Notice } from '../../../../ui/notice.tsx';
import { AgreementStatus } from '../agreement/agreement-news.tsx';
import { nextStepOf, waitingHoursNow } from '../agreement/agreement-rules.ts';
import { DoubtNotice } from '../doubt-part.tsx';
import { ExpiryNote } from '../ends-on.tsx';
import styles from '../legacies.module.css';
import { failedAttemptOf, type LegacyStage, stageOf } from '../legacy-stage.ts';
import { RequestOffer } from '../request/request-offer.tsx';
import { needsRequest } from '../request/request-rules.ts';
import { useDuration } from '../use-duration.ts';
import { SupportHint } from '../whom-to-ask.tsx';
import { ForgottenPin } from './forgotten-pin.tsx';
import { CancelStart } from './give-up.tsx';
import { DisabledStart } from './start-closed.tsx';
import { StartControl } from './start-control.tsx';
import type { ActivationStart } from './use-activation-start.ts';

interface StartPartProps {
  legacy: LegacyView;
  activation: ActivationStart;
  /** Something was done that changes what the card is about. */
  onDone: () => void;
}

/** Before a protocol is paid for: what starting it means, what has been begun, and the button. */
export function StartPart({ legacy, activation, onDone }: StartPartProps) {
  const { t } = useTranslation('legacies');
  const stage = stageOf(legacy);
  const failed = failedAttemptOf(legacy);
  const isPaying = stage === 'paidByMe';
  const hasAsked = stage === 'asked' || stage === 'agreed';
  const asksOperators = needsRequest(legacy);
  return (
    <>
      {failed && <p className={styles.quiet}>{t(`failedTry.${failed}`)}</p>}
      {isPaying && <Notice kind="warning">{t('continue.text')}</Notice>}
      {legacy.is_paid_by_other && (
        <Notice kind="warning">{t(asksOperators ? 'paidByOtherOnly' : 'paidByOther')}</Notice>
      )}
      {!isPaying && !hasAsked && !asksOperators && <StartEffects legacy={legacy} />}
      {(isPaying || hasAsked) && <DoubtNotice legacy={legacy} onDone={onDone} />}
      <AgreementStatus legacy={legacy} />
      {asksOperators ? (
        <RequestOffer legacy={legacy} />
      ) : (
        <StartButton legacy={legacy} activation={activation} onDone={onDone} />
      )}
      {hasAsked && <ExpiryNote legacy={legacy} />}
      {(isPaying || hasAsked) && <CancelStart legacy={legacy} onDone={onDone} />}
      {hasAsked && <SupportHint />}
    </>
  );
}

function StartEffects({ legacy }: { legacy: LegacyView }) {
  const { t } = useTranslation('legacies');
  const formats = useFormats();
  const duration = useDuration();
  const price = formats.rubles(legacy.activation_price);
  const hours = waitingHoursNow(legacy);
  return (
    <div className={classes(styles.quiet, styles.paragraphs)}>
      {nextStepOf(legacy) === 'ask' && <p>{t('agreement.needed')}</p>}
      <p>
        {hours > 0
          ? t('button.textWaiting', { price, duration: duration(hours) })
          : t('button.text', { price })}
      </p>
    </div>
  );
}

function StartButton({ legacy, activation, onDone }: StartPartProps) {
  const { t } = useTranslation('legacies');
  const formats = useFormats();
  const nowMs = Date.now();
  const stage = stageOf(legacy);
  const lockedUntil = lockOf(legacy, nowMs);
  if (lockedUntil) {
    return (
      <>
        <DisabledStart>
          <Notice kind="warning">
            {t('pin.lockedUntil', { date: formats.dateTime(lockedUntil) })}
          </Notice>
        </DisabledStart>
        <ForgottenPin legacy={legacy} />
      </>
    );
  }
  if (nextStepOf(legacy) === 'wait') {
    return (
      <DisabledStart label={t('continue.agreed')}>
        <p className={styles.quiet}>
          {t(legacy.activation?.doubt ? 'doubt.closed' : 'agreement.closed')}
        </p>
      </DisabledStart>
    );
  }
  const kind = kinds[stage] ?? 'new';
  return (
    <StartControl key={kind} legacy={legacy} activation={activation} kind={kind} onAsked={onDone} />
  );
}

/** Where one press leads to the payment. */
const kinds: Partial<Record<LegacyStage, 'agreed' | 'begun'>> = {
  asked: 'agreed',
  agreed: 'agreed',
  paidByMe: 'begun',
};

function lockOf({ pin_locked_until }: LegacyView, nowMs: number): string | undefined {
  if (!pin_locked_until || Date.parse(pin_locked_until) <= nowMs) return undefined;
  return pin_locked_until;
}
