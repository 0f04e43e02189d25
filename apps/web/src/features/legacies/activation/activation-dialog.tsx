import { limits } from '@zavet/contract/limits';
import { pricesRubles } from '@zavet/contract/prices';
import { useEffect, useRef, useState } from 'react';
import { ConfirmDialog } from '../../../interface/confirm-dialog.tsx';
import { useFormats } from '../../../interface/language/formats.ts';
import { useTranslation } from '../../../interface/language/use-translation.ts';
import { PasswordField } from '../../../interface/password-field.tsx';
import { type ActivationFailure, isAboutPin } from './activation-failure.ts';
import { isTooSoon } from './press-rules.ts';

interface ActivationDialogProps {
  name: string;
  asksForPin: boolean;
  isPaidByOther: boolean;
  /** When it was asked for; an answer right after it was not meant as one. */
  openedAtMs: number;
  isBusy: boolean;
  failure: ActivationFailure | undefined;
  onAccept: (pin: string | undefined) => void;
  onCancel: () => void;
}

const pinPattern = new RegExp(`^\\d{${limits.pinDigits}}$`);

/** What it costs and that there is no way back, before anything happens. */
export function ActivationDialog(props: ActivationDialogProps) {
  const { t } = useTranslation('legacies');
  const formats = useFormats();
  const [pin, setPin] = useState('');
  const [isIncomplete, setIncomplete] = useState(false);
  const isMeant = useMeantAnswers(props.openedAtMs);
  const pinError = usePinError(props.failure, isIncomplete);
  const price = formats.rubles(pricesRubles.protocolActivation);

  function accept() {
    if (!isMeant()) return;
    const isMissing = props.asksForPin && !pinPattern.test(pin);
    setIncomplete(isMissing);
    if (!isMissing) props.onAccept(props.asksForPin ? pin : undefined);
  }

  function cancel() {
    if (isMeant()) props.onCancel();
  }

  return (
    <ConfirmDialog
      isOpen
      title={t('dialog.title')}
      confirmLabel={t('dialog.accept', { price })}
      cancelLabel={t('dialog.cancel')}
      isDangerous
      isBusy={props.isBusy}
      onConfirm={accept}
      onCancel={cancel}
    >
      <p>{t('dialog.effect', { name: props.name })}</p>
      <p>
        <strong>{t('dialog.irreversible')}</strong>
      </p>
      <p>{t('dialog.cost', { price })}</p>
      {props.isPaidByOther && <p>{t('dialog.paidByOther')}</p>}
      <p>{t('dialog.told')}</p>
      {props.asksForPin && (
        <PinField
          value={pin}
          error={pinError}
          onChange={(value) => {
            setPin(value);
            setIncomplete(false);
          }}
        />
      )}
    </ConfirmDialog>
  );
}

/** The rest of a double click, or of a key held down, is no answer to what it has just opened. */
function useMeantAnswers(openedAtMs: number): () => boolean {
  const lastAtMs = useRef(openedAtMs);
  return () => {
    const nowMs = performance.now();
    const isMeant = !isTooSoon(lastAtMs.current, nowMs);
    lastAtMs.current = nowMs;
    return isMeant;
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

/** The sentence at the field: what was typed, or what the server said of it. */
function usePinError(failure: ActivationFailure | undefined, isIncomplete: boolean) {
  const { t } = useTranslation('legacies');
  if (isIncomplete) return 'pin_invalid';
  if (!isAboutPin(failure)) return undefined;
  if (failure?.kind !== 'wrongPin') return 'pin_required';
  return failure.triesLeft === undefined
    ? 'wrong_pin'
    : t('pin.wrong', { count: failure.triesLeft });
}
