import type { LegacyView } from '@zavet/contract/protocol/legacy-schemas';
import { type ReactNode, useId } from 'react';
import { Button } from '../../../../ui/button.tsx';
import { classes } from '../../../../ui/classes.ts';
import { useFormats } from '../../../../ui/language/formats.ts';
import { useTranslation } from '../../../../ui/language/use-translation.ts';
import { Notice } from '../../../../ui/notice.tsx';
import { DoubtNotice } from '../agreement-sections.tsx';
import { CancelStart, ExpiryNote } from '../cancel-buttons.tsx';
import styles from '../legacies.module.css';
import { failedAttemptOf, type LegacyStage, stageOf } from '../legacy-stage.ts';
import { ForgottenPin, RequestLink } from '../request/request-link.tsx';
import {
  mayContinueAlone,
  needsRequest,
  nextStepOf,
  waitingHoursAlone,
  waitingHoursNow,
} from '../start-rules.ts';
import { SupportHint } from '../support-hint.tsx';
import { useDuration } from '../use-duration.ts';
import controlStyles from './activation.module.css';
import type { ActivationStart } from './activation-start.tsx';
import { StartControl } from './start-control.tsx';

interface StartSectionProps {
  legacy: LegacyView;
  activation: ActivationStart;
  /** Called after an action changed the stage of the card. */
  onDone: () => void;
}

/** Shown before the payment: effects of a start, its progress and the start button. */
export function StartSection({ legacy, activation, onDone }: StartSectionProps) {
  const { t } = useTranslation('legacies');
  const stage = stageOf(legacy);
  const failedAttempt = failedAttemptOf(legacy);
  const isPaying = stage === 'paidByMe';
  const hasRequestedAgreement = stage === 'asked' || stage === 'agreed';
  const requiresRequest = needsRequest(legacy);
  return (
    <>
      {failedAttempt && <p className={styles.quiet}>{t(`failedTry.${failedAttempt}`)}</p>}
      {isPaying && <Notice kind="warning">{t('continue.text')}</Notice>}
      {legacy.is_paid_by_other && (
        <Notice kind="warning">{t(requiresRequest ? 'paidByOtherOnly' : 'paidByOther')}</Notice>
      )}
      {!isPaying && !hasRequestedAgreement && !requiresRequest && <StartEffects legacy={legacy} />}
      {(isPaying || hasRequestedAgreement) && <DoubtNotice legacy={legacy} onDone={onDone} />}
      <AgreementStatus legacy={legacy} />
      {requiresRequest ? (
        <RequestOffer legacy={legacy} />
      ) : (
        <StartButton legacy={legacy} activation={activation} onDone={onDone} />
      )}
      {hasRequestedAgreement && <ExpiryNote legacy={legacy} />}
      {(isPaying || hasRequestedAgreement) && <CancelStart legacy={legacy} onDone={onDone} />}
      {hasRequestedAgreement && <SupportHint />}
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

function StartButton({ legacy, activation, onDone }: StartSectionProps) {
  const { t } = useTranslation('legacies');
  const formats = useFormats();
  const nowMs = Date.now();
  const stage = stageOf(legacy);
  const lockedUntil = lockedUntilOf(legacy, nowMs);
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
  const kind = startKinds[stage] ?? 'new';
  return (
    <StartControl key={kind} legacy={legacy} activation={activation} kind={kind} onSent={onDone} />
  );
}

/** Stages in which a single press leads to the payment. */
const startKinds: Partial<Record<LegacyStage, 'agreed' | 'begun'>> = {
  asked: 'agreed',
  agreed: 'agreed',
  paidByMe: 'begun',
};

function lockedUntilOf({ pin_locked_until }: LegacyView, nowMs: number): string | undefined {
  if (!pin_locked_until || Date.parse(pin_locked_until) <= nowMs) return undefined;
  return pin_locked_until;
}

/** State of the agreement that the user requested. */
function AgreementStatus({ legacy }: { legacy: LegacyView }) {
  const { t } = useTranslation('legacies');
  const formats = useFormats();
  const duration = useDuration();
  const agreement = legacy.activation?.agreement;
  if (!agreement) return null;
  const stage = stageOf(legacy);
  if (legacy.activation?.doubt) return null;
  if (stage === 'agreed') {
    return (
      <Notice kind="success" title={t('agreement.agreedTitle')}>
        {t('agreement.agreedText')}
      </Notice>
    );
  }
  if (stage !== 'asked') return null;
  if (!legacy.needs_agreement) return <Notice kind="success">{t('agreement.notNeeded')}</Notice>;
  const askedAt = formats.dateTime(agreement.asked_at);
  if (mayContinueAlone(legacy)) {
    return (
      <Notice kind="warning" title={t('agreement.aloneTitle')}>
        <div className={styles.paragraphs}>
          <p>
            {t('agreement.aloneText', {
              date: askedAt,
              duration: duration(waitingHoursAlone(legacy)),
            })}
          </p>
        </div>
      </Notice>
    );
  }
  return (
    <Notice title={t('agreement.askedTitle')}>
      <div className={styles.paragraphs}>
        <p>{t('agreement.askedText', { date: askedAt })}</p>
        <p>
          {t('agreement.aloneLater', {
            date: formats.dateTime(agreement.alone_from),
            duration: duration(waitingHoursAlone(legacy)),
          })}
        </p>
      </div>
    </Notice>
  );
}

interface DisabledStartProps {
  label?: string;
  children: ReactNode;
}

function DisabledStart({ label, children }: DisabledStartProps) {
  const { t } = useTranslation('legacies');
  const reasonId = useId();
  return (
    <>
      <div id={reasonId}>{children}</div>
      <div className={controlStyles.control}>
        <Button wide disabled aria-describedby={reasonId}>
          {label ?? t('button.closed')}
        </Button>
      </div>
    </>
  );
}

/** Replaces the start button when operators review every start. */
function RequestOffer({ legacy }: { legacy: LegacyView }) {
  const { t } = useTranslation('requests');
  return (
    <>
      <p className={styles.quiet}>{t('offer')}</p>
      <RequestLink legacy={legacy} kind="primary" />
    </>
  );
}
