import type { LegacyView } from '@zavet/contract/protocol/legacy-schemas';
import { type KeyboardEvent, type MouseEvent, useRef, useState } from 'react';
import { Button } from '../../../../ui/button.tsx';
import { useTranslation } from '../../../../ui/language/use-translation.ts';
import { toasts } from '../../../../ui/toasts.tsx';
import { VisuallyHidden } from '../../../../ui/visually-hidden.tsx';
import { isAboutPin } from '../failure-rules.ts';
import { nameOf } from '../legacy-stage.ts';
import {
  addPress,
  nextStepOf,
  noPresses,
  pressColors,
  pressesLeft,
  pressesNeeded,
} from '../start-rules.ts';
import styles from './activation.module.css';
import type { ActivationStart } from './activation-start.tsx';
import { AgreementDialog, PaymentDialog } from './start-dialog.tsx';

interface StartControlProps {
  legacy: LegacyView;
  activation: ActivationStart;
  /** `new` requires three presses, other kinds one. `begun`: a payment was started before. */
  kind: 'new' | 'agreed' | 'approved' | 'begun';
  /** Called after the agreement request was sent. */
  onSent: () => void;
}

/** Requires one or three presses and a confirmation before the agreement request or the payment. */
export function StartControl({ legacy, activation, kind, onSent }: StartControlProps) {
  const { t } = useTranslation('legacies');
  const button = useRef<HTMLButtonElement>(null);
  const [presses, setPresses] = useState(noPresses);
  const [openedAtMs, setOpenedAtMs] = useState<number>();
  const [announcement, setAnnouncement] = useState('');
  const name = nameOf(legacy);
  const isNew = kind === 'new';
  const nextStep = activation.serverNextStep ?? nextStepOf(legacy);
  const needsAgreement = (isNew || kind === 'approved') && nextStep === 'ask';
  const label = needsAgreement ? 'ask' : kind === 'begun' ? 'begun' : 'agreed';
  const Dialog = needsAgreement ? AgreementDialog : PaymentDialog;

  function press(event: MouseEvent) {
    const next = addPress(presses, event.timeStamp);
    setPresses(next);
    if (next.count === presses.count) return;
    setAnnouncement(t('button.left', { count: pressesLeft(next) }));
    if (next.count === pressesNeeded) open(event);
  }

  function open(event: MouseEvent) {
    activation.clearFailure();
    setOpenedAtMs(event.timeStamp);
  }

  function reset() {
    setPresses(noPresses);
    setAnnouncement(t('button.resetDone'));
    button.current?.focus();
  }

  async function accept(pin: string | undefined) {
    setPresses(noPresses);
    setAnnouncement('');
    const failure = await (needsAgreement
      ? activation.requestAgreement(pin)
      : activation.start(pin));
    if (failure && !isAboutPin(failure)) setOpenedAtMs(undefined);
    if (failure || !needsAgreement) return;
    setOpenedAtMs(undefined);
    toasts.success(t('agreement.sent'));
    onSent();
  }

  function cancel() {
    setOpenedAtMs(undefined);
    activation.clearFailure();
    if (isNew) reset();
  }

  return (
    <div>
      <div className={styles.control}>
        {isNew ? (
          <>
            <Button
              ref={button}
              wide
              className={styles.press}
              data-color={pressColors[presses.count]}
              aria-label={t('button.named', { name, count: pressesLeft(presses) })}
              onKeyDown={ignoreKeyRepeat}
              onClick={press}
            >
              {t('button.label', { count: pressesLeft(presses) })}
            </Button>
            {presses.count > 0 && (
              <Button kind="quiet" onClick={reset}>
                {t('button.reset')}
              </Button>
            )}
          </>
        ) : (
          <Button ref={button} aria-label={t(`continue.${label}Named`, { name })} onClick={open}>
            {t(`continue.${label}`)}
          </Button>
        )}
      </div>
      <VisuallyHidden>
        <span role="status">{announcement}</span>
      </VisuallyHidden>
      {openedAtMs !== undefined && (
        <Dialog
          legacy={legacy}
          openedAtMs={openedAtMs}
          isBusy={activation.isBusy}
          failure={activation.failure}
          onAccept={(pin) => void accept(pin)}
          onCancel={cancel}
        />
      )}
    </div>
  );
}

function ignoreKeyRepeat(event: KeyboardEvent) {
  if (event.repeat && (event.key === 'Enter' || event.key === ' ')) event.preventDefault();
}
