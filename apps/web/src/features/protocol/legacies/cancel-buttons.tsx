import type { LegacyView } from '@zavet/contract/protocol/legacy-schemas';
import type { ReactNode } from 'react';
import { useMutationOf } from '../../../platform/queries/use-mutation-of.ts';
import { Button } from '../../../ui/button.tsx';
import { ConfirmButton } from '../../../ui/confirm-dialog.tsx';
import { useFormats } from '../../../ui/language/formats.ts';
import { useTranslation } from '../../../ui/language/use-translation.ts';
import { useOutcomeToast } from '../../../ui/use-outcome-toast.ts';
import styles from './legacies.module.css';
import { nameOf, stageOf } from './legacy-stage.ts';

interface CancelButtonProps {
  activationId: string;
  /** The visible label; `accessibleName` also contains the owner's name. */
  label: string;
  accessibleName: string;
  /** The confirmation dialog. Without it, the button acts immediately. */
  question?: { title: string; text: ReactNode; confirm: string; keep: string };
  done: string;
  onDone: () => void;
}

/** Withdraws a request or an activation before any letter is sent. */
function CancelButton(props: CancelButtonProps) {
  const { activationId, label, accessibleName, question, done, onDone } = props;
  const report = useOutcomeToast();
  const cancel = useMutationOf('cancelActivation');

  async function send() {
    await report(cancel.mutateAsync({ params: { id: activationId } }), { done });
    onDone();
  }

  return (
    <div>
      {question ? (
        <ConfirmButton
          label={label}
          aria-label={accessibleName}
          title={question.title}
          confirmLabel={question.confirm}
          cancelLabel={question.keep}
          act={send}
        >
          <p>{question.text}</p>
        </ConfirmButton>
      ) : (
        <Button
          kind="quiet"
          loading={cancel.isPending}
          aria-label={accessibleName}
          onClick={() => void send()}
        >
          {label}
        </Button>
      )}
    </div>
  );
}

interface CancelProps {
  legacy: LegacyView;
  onDone: () => void;
}

/** Cancels the user's own start before the release. */
export function CancelStart({ legacy, onDone }: CancelProps) {
  const { t } = useTranslation('legacies');
  const formats = useFormats();
  if (!legacy.activation) return null;
  const shared = { activationId: legacy.activation.id, onDone };
  const name = nameOf(legacy);
  const stage = stageOf(legacy);
  if (stage === 'paidByMe') {
    return (
      <CancelButton
        {...shared}
        label={t('giveUp.action')}
        accessibleName={t('giveUp.named', { name })}
        done={t('giveUp.done')}
      />
    );
  }
  const price = formats.rubles(legacy.activation.paid_amount ?? legacy.activation_price);
  return (
    <CancelButton
      {...shared}
      label={t('giveUp.start')}
      accessibleName={t('giveUp.startNamed', { name })}
      question={{
        title: t('giveUp.question'),
        text: stage === 'waiting' ? t('giveUp.waitingText', { price }) : t('giveUp.agreementText'),
        confirm: t('giveUp.start'),
        keep: t('giveUp.keep'),
      }}
      done={t('giveUp.startDone')}
    />
  );
}

/** Withdraws a request before or after its decision. */
export function WithdrawRequest({ legacy, onDone }: CancelProps) {
  const { t } = useTranslation('requests');
  if (!legacy.activation) return null;
  return (
    <CancelButton
      activationId={legacy.activation.id}
      label={t('withdraw.action')}
      accessibleName={t('withdraw.named', { name: nameOf(legacy) })}
      question={{
        title: t('withdraw.question'),
        text: t('withdraw.text'),
        confirm: t('withdraw.action'),
        keep: t('withdraw.keep'),
      }}
      done={t('withdraw.done')}
      onDone={onDone}
    />
  );
}

export function ExpiryNote({ legacy }: { legacy: LegacyView }) {
  const { t } = useTranslation('legacies');
  const formats = useFormats();
  const endsAt = legacy.activation?.ends_at;
  if (!endsAt) return null;
  return <p className={styles.quiet}>{t('endsOn', { date: formats.date(endsAt) })}</p>;
}
