import type { LegacyView } from '@zavet/contract/protocol/protocol-schemas';
import { type KeyboardEvent, type MouseEvent, useRef, useState } from 'react';
import { Button } from '../../../interface/button.tsx';
import { useTranslation } from '../../../interface/language/use-translation.ts';
import { VisuallyHidden } from '../../../interface/visually-hidden.tsx';
import { nameOf } from '../legacy-stage.ts';
import styles from './activation.module.css';
import { ActivationDialog } from './activation-dialog.tsx';
import { isAboutPin } from './activation-failure.ts';
import { noPresses, pressColors, pressed, pressesLeft, pressesNeeded } from './press-rules.ts';
import type { ActivationStart } from './use-activation-start.ts';

interface StartControlProps {
  legacy: LegacyView;
  activation: ActivationStart;
  /** The payment was begun before: one press leads back to it. */
  isContinued: boolean;
}

/** Three presses, a question, and then to the payment. */
export function StartControl({ legacy, activation, isContinued }: StartControlProps) {
  const { t } = useTranslation('legacies');
  const button = useRef<HTMLButtonElement>(null);
  const [presses, setPresses] = useState(noPresses);
  const [askedAtMs, setAskedAtMs] = useState<number>();
  const [news, setNews] = useState('');
  const name = nameOf(legacy);

  function press(event: MouseEvent) {
    const next = pressed(presses, event.timeStamp);
    setPresses(next);
    if (next.count === presses.count) return;
    setNews(t('button.left', { count: pressesLeft(next) }));
    if (next.count === pressesNeeded) ask(event);
  }

  function ask(event: MouseEvent) {
    activation.forgetFailure();
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
    const failure = await activation.start(pin);
    if (failure && !isAboutPin(failure)) setAskedAtMs(undefined);
  }

  function cancel() {
    setAskedAtMs(undefined);
    activation.forgetFailure();
    if (!isContinued) reset();
  }

  return (
    <div>
      <div className={styles.control}>
        {isContinued ? (
          <Button ref={button} aria-label={t('continue.named', { name })} onClick={ask}>
            {t('continue.action')}
          </Button>
        ) : (
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
        )}
      </div>
      <VisuallyHidden>
        <span role="status">{news}</span>
      </VisuallyHidden>
      {askedAtMs !== undefined && (
        <ActivationDialog
          name={name}
          asksForPin={legacy.asks_for_pin}
          isPaidByOther={legacy.is_paid_by_other}
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
