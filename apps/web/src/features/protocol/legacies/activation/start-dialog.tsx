import { limits } from '@zavet/contract/limits';
import type { LegacyView } from '@zavet/contract/protocol/legacy-schemas';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { ConfirmDialog } from '../../../../ui/confirm-dialog.tsx';
import { useTranslation } from '../../../../ui/language/use-translation.ts';
import { PasswordField } from '../../../../ui/password-field.tsx';
import { type ActivationFailure, isAboutPin } from './activation-failure.ts';
import { ForgottenPin } from './forgotten-pin.tsx';
import { isTooSoon } from './press-rules.ts';

export interface StartDialogProps {
  legacy: LegacyView;
  /** When it was asked for; an answer right after it was not meant as one. */
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
  /** What will happen, before it happens. */
  children: ReactNode;
}

const pinPattern = new RegExp(`^\\d{${limits.pinDigits}}$`);

/** Asks before anything happens, and for the PIN where the owner set one. */
export function StartDialog(props: StartDialogFrameProps) {
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

/** The rest of a double click, or of a key held down, is no answer to what it has just opened. */
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
