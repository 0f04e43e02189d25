import { limits } from '@zavet/contract/limits';
import type { LegacyView } from '@zavet/contract/protocol/legacy-schemas';
import { releaseAt, releaseTimings } from '@zavet/contract/protocol/release-rules';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { ConfirmDialog } from '../../../../ui/confirm-dialog.tsx';
import { useFormats } from '../../../../ui/language/formats.ts';
import { useTranslation } from '../../../../ui/language/use-translation.ts';
import { PasswordField } from '../../../../ui/password-field.tsx';
import { type ActivationFailure, isAboutPin } from '../failure-rules.ts';
import { nameOf } from '../legacy-stage.ts';
import { ForgottenPin } from '../request/request-link.tsx';
import { isTooSoon, waitingHoursAlone, waitingHoursNow } from '../start-rules.ts';
import { useDuration } from '../use-duration.ts';

interface StartDialogProps {
  legacy: LegacyView;
  /** Time at which the dialog opened; answers shortly afterwards are ignored. */
  openedAtMs: number;
  isBusy: boolean;
  failure: ActivationFailure | undefined;
  onAccept: (pin: string | undefined) => void;
  onCancel: () => void;
}

interface StartDialogFrameProps extends StartDialogProps {
  title: string;
  acceptLabel: string;
  isDangerous?: boolean;
  children: ReactNode;
}

const pinPattern = new RegExp(`^\\d{${limits.pinDigits}}$`);

/** The confirmation dialog, with a PIN field if the owner set a PIN. */
function StartDialog(props: StartDialogFrameProps) {
  const { t } = useTranslation('legacies');
  const [pin, setPin] = useState('');
  const [isIncomplete, setIncomplete] = useState(false);
  const isDeliberate = useDeliberateAnswers(props.openedAtMs);
  const pinError = usePinError(props.failure, isIncomplete);
  const asksForPin = props.legacy.asks_for_pin;

  function accept() {
    if (!isDeliberate()) return;
    const isMissing = asksForPin && !pinPattern.test(pin);
    setIncomplete(isMissing);
    if (!isMissing) props.onAccept(asksForPin ? pin : undefined);
  }

  function cancel() {
    if (isDeliberate()) props.onCancel();
  }

  return (
    <ConfirmDialog
      isOpen
      title={props.title}
      confirmLabel={props.acceptLabel}
      cancelLabel={t('dialog.cancel')}
      isDangerous={props.isDangerous}
      isBusy={props.isBusy}
      onConfirm={accept}
      onCancel={cancel}
    >
      {props.children}
      {asksForPin && (
        <>
          <PinField
            value={pin}
            error={pinError}
            onChange={(value) => {
              setPin(value);
              setIncomplete(false);
            }}
          />
          <ForgottenPin legacy={props.legacy} />
        </>
      )}
    </ConfirmDialog>
  );
}

/** Returns a function that is false for the second click of a double click and for a held key. */
function useDeliberateAnswers(openedAtMs: number): () => boolean {
  const lastAtMs = useRef(openedAtMs);
  return () => {
    const nowMs = performance.now();
    const isDeliberate = !isTooSoon(lastAtMs.current, nowMs);
    lastAtMs.current = nowMs;
    return isDeliberate;
  };
}

interface PinFieldProps {
  value: string;
  error: string | undefined;
  onChange: (value: string) => void;
}

function PinField({ value, error, onChange }: PinFieldProps) {
  const { t } = useTranslation('legacies');
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (error) input.current?.focus();
  }, [error]);
  return (
    <PasswordField
      ref={input}
      label={t('pin.field')}
      help={t('pin.help')}
      error={error}
      inputMode="numeric"
      maxLength={limits.pinDigits}
      autoComplete="off"
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

function usePinError(failure: ActivationFailure | undefined, isIncomplete: boolean) {
  const { t } = useTranslation('legacies');
  if (isIncomplete) return 'pin_invalid';
  if (!isAboutPin(failure)) return undefined;
  if (failure?.kind !== 'wrongPin') return 'pin_required';
  return failure.triesLeft === undefined
    ? 'wrong_pin'
    : t('pin.wrong', { count: failure.triesLeft });
}

/** Price, release date and terms of cancellation before the payment. */
export function PaymentDialog(props: StartDialogProps) {
  const { t } = useTranslation('legacies');
  const formats = useFormats();
  const { legacy } = props;
  const price = formats.rubles(legacy.activation_price);
  return (
    <StartDialog
      {...props}
      title={t('dialog.title')}
      acceptLabel={t('dialog.accept', { price })}
      isDangerous
    >
      <p>{t('dialog.effect', { name: nameOf(legacy) })}</p>
      {waitingHoursNow(legacy) > 0 ? (
        <WaitingTerms legacy={legacy} price={price} />
      ) : (
        <>
          <p>
            <strong>{t('dialog.irreversible')}</strong>
          </p>
          <p>{t('dialog.cost', { price })}</p>
        </>
      )}
      {legacy.is_paid_by_other && <p>{t('dialog.paidByOther')}</p>}
      <p>{t('dialog.told')}</p>
    </StartDialog>
  );
}

function WaitingTerms({ legacy, price }: { legacy: LegacyView; price: string }) {
  const { t } = useTranslation('legacies');
  const formats = useFormats();
  const duration = useDuration();
  const now = new Date();
  const hours = waitingHoursNow(legacy);
  const releaseDate = releaseAt(now, hours).toISOString();
  return (
    <>
      <p>
        {t('dialog.waiting', {
          duration: duration(hours),
          date: formats.deadline(releaseDate),
        })}
      </p>
      <p>{t('dialog.stoppable', { name: nameOf(legacy) })}</p>
      <p>
        <strong>{t('dialog.irreversibleLater')}</strong>
      </p>
      <p>{t('dialog.costRefunded', { price })}</p>
    </>
  );
}

const hourMs = 60 * 60 * 1000;

/** Explains an agreement before it is requested. */
export function AgreementDialog(props: StartDialogProps) {
  const { t } = useTranslation('legacies');
  const duration = useDuration();
  const { legacy } = props;
  return (
    <StartDialog
      {...props}
      title={t('agreement.question')}
      acceptLabel={t('agreement.ask')}
      isDangerous
    >
      <p>{t('agreement.why', { name: nameOf(legacy) })}</p>
      <p>{t('agreement.free')}</p>
      <p>
        {t('agreement.ifNobody', {
          patience: duration(releaseTimings.agreement / hourMs),
          duration: duration(waitingHoursAlone(legacy)),
        })}
      </p>
      <p>{t('agreement.told')}</p>
    </StartDialog>
  );
}
