import { pricesRubles } from '@zavet/contract/prices';
import type { LegacyView } from '@zavet/contract/protocol/protocol-schemas';
import { useFormats } from '../../../interface/language/formats.ts';
import { useTranslation } from '../../../interface/language/use-translation.ts';
import { Notice } from '../../../interface/notice.tsx';
import styles from '../legacies.module.css';
import { failedTry, stageOf } from '../legacy-stage.ts';
import { GiveUp } from './give-up.tsx';
import { StartClosed } from './start-closed.tsx';
import { StartControl } from './start-control.tsx';
import type { ActivationStart } from './use-activation-start.ts';

interface StartPartProps {
  legacy: LegacyView;
  activation: ActivationStart;
}

/** Before a protocol runs: what starting it means, and the button. */
export function StartPart({ legacy, activation }: StartPartProps) {
  const { t } = useTranslation('legacies');
  const formats = useFormats();
  const stage = stageOf(legacy);
  const failed = failedTry(legacy);
  const lockedUntil = lockOf(legacy, Date.now());
  const price = formats.rubles(pricesRubles.protocolActivation);
  return (
    <>
      {failed && <p className={styles.quiet}>{t(`failedTry.${failed}`)}</p>}
      {stage === 'paidByMe' && <Notice kind="warning">{t('continue.text')}</Notice>}
      {legacy.is_paid_by_other && <Notice kind="warning">{t('paidByOther')}</Notice>}
      {stage !== 'paidByMe' && <p className={styles.quiet}>{t('button.text', { price })}</p>}
      {lockedUntil ? (
        <StartClosed reason={t('pin.lockedUntil', { date: formats.dateTime(lockedUntil) })} />
      ) : (
        <StartControl
          key={stage === 'paidByMe' ? 'continue' : 'start'}
          legacy={legacy}
          activation={activation}
          isContinued={stage === 'paidByMe'}
        />
      )}
      {stage === 'paidByMe' && <GiveUp legacy={legacy} />}
    </>
  );
}

function lockOf({ pin_locked_until }: LegacyView, nowMs: number): string | undefined {
  if (!pin_locked_until || Date.parse(pin_locked_until) <= nowMs) return undefined;
  return pin_locked_until;
}
