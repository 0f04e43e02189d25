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
  /**
   * `begun`, the payment was begun before; `agreed`, it may be begun; `approved`, operators have looked
   * at it: one press leads on.
   */
  kind: 'new' | 'agreed' | 'approved' | 'begun';
  /** The others were asked, and the card is about that now. */
  onAsked: () => void;
}

/** Three presses, a question, and then to the others or to the payment. */
export function StartControl({ legacy, activation, kind, onAsked }: StartControlProps) {
  const { t } = useTranslation('legacies');
  const button = useRef<HTMLButtonElement>(null);
  const [presses, setPresses] = useState(noPresses);
  const [askedAtMs, setAskedAtMs] = useState<number>();
  const [news, setNews] = useState('');
  const name = nameOf(legacy);
  const isNew = kind === 'new';
  const way = activation.serverNextStep ?? nextStepOf(legacy);
  const asksOthers = (isNew || kind === 'approved') && way === 'ask';
  const next = asksOthers ? 'ask' : kind === 'begun' ? 'begun' : 'agreed';
  const Question = asksOthers ? AgreementDialog : PaymentDialog;

  function press(event: MouseEvent) {
    const next = addPress(presses, event.timeStamp);
    setPresses(next);
    if (next.count === presses.count) return;
    setNews(t('button.left', { count: pressesLeft(next) }));
    if (next.count === pressesNeeded) ask(event);
  }

  function ask(event: MouseEvent) {
    activation.clearFailure();
    setAskedAtMs(event.timeStamp);
  }

  function reset() {
    setPresses(noPresses);
    setNews(t('button.resetDone'));
    button.current?.focus();
  }

  async function accept(pin: string | undefined) {
    setPresses(noPresses);
    setNews('');
    const failure = await (asksOthers ? activation.requestAgreement(pin) : activation.start(pin));
    if (failure && !isAboutPin(failure)) setAskedAtMs(undefined);
    if (failure || !asksOthers) return;
    setAskedAtMs(undefined);
    toasts.success(t('agreement.sent'));
    onAsked();
  }

  function cancel() {
    setAskedAtMs(undefined);
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
              onKeyDown={countHeldKeyOnce}
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
          <Button ref={button} aria-label={t(`continue.${next}Named`, { name })} onClick={ask}>
            {t(`continue.${next}`)}
          </Button>
        )}
      </div>
      <VisuallyHidden>
        <span role="status">{news}</span>
      </VisuallyHidden>
      {askedAtMs !== undefined && (
        <Question
          legacy={legacy}
          openedAtMs={askedAtMs}
          isBusy={activation.isBusy}
          failure={activation.failure}
          onAccept={(pin) => void accept(pin)}
          onCancel={cancel}
        />
      )}
    </div>
  );
}

/** A key that is held down presses once. */
function countHeldKeyOnce(event: KeyboardEvent) {
  if (event.repeat && (event.key === 'Enter' || event.key === ' ')) event.preventDefault();
}
