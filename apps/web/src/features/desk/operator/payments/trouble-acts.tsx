import type { TroubleView } from '@zavet/contract/operators/payment-endpoints';
import { Button } from '../../../../ui/button.tsx';
import { FormFailure } from '../../../../ui/form/form.tsx';
import { useTranslation } from '../../../../ui/language/use-translation.ts';
import { toasts } from '../../../../ui/toasts.tsx';
import { GivenBackForm, SettledForm } from './by-hand-forms.tsx';
import { useAskProviderAgain, useRefundAgain } from './payments.ts';

/** Only what can be done at this moment; the server says what that is. */
export function TroubleActs({ trouble }: { trouble: TroubleView }) {
  const { acts } = trouble;
  return (
    <>
      {acts.includes('ask_again') && <AskAgain id={trouble.id} />}
      {acts.includes('refund_again') && <RefundAgain id={trouble.id} />}
      {acts.includes('given_back_by_hand') && <GivenBackForm trouble={trouble} />}
      {acts.includes('settled_with_payer') && <SettledForm id={trouble.id} />}
    </>
  );
}

function AskAgain({ id }: { id: string }) {
  const { t } = useTranslation('desk-payments');
  const ask = useAskProviderAgain(id);
  const tell = ({ trouble }: { trouble: TroubleView }) =>
    toasts.success(trouble.resolved_at ? t('ask.solved') : t('ask.same'));
  return (
    <>
      <FormFailure failure={ask.error ?? undefined} title={t('ask.failed')} />
      <div>
        <Button
          kind="quiet"
          loading={ask.isPending}
          onClick={() => ask.mutate(undefined, { onSuccess: tell })}
        >
          {t('ask.button')}
        </Button>
      </div>
    </>
  );
}

function RefundAgain({ id }: { id: string }) {
  const { t } = useTranslation('desk-payments');
  const again = useRefundAgain(id, t('again.lead'));
  const tell = (done: { result: { trouble: TroubleView } } | undefined) => {
    if (!done) return;
    const isFound = done.result.trouble.resolution === 'by_itself';
    toasts.success(isFound ? t('ask.solved') : t('again.done'));
  };
  return (
    <>
      <FormFailure failure={again.error ?? undefined} title={t('again.failed')} />
      <div>
        <Button
          loading={again.isPending}
          onClick={() => again.mutate(undefined, { onSuccess: tell })}
        >
          {t('again.button')}
        </Button>
      </div>
    </>
  );
}
