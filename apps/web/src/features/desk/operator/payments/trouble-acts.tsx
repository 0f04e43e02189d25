import type { TroubleView } from '@zavet/contract/desk/payment-endpoints';
import { useMutationOf } from '../../../../platform/queries/use-mutation-of.ts';
import { Button } from '../../../../ui/button.tsx';
import { FormFailure } from '../../../../ui/form/form.tsx';
import { useTranslation } from '../../../../ui/language/use-translation.ts';
import { toasts } from '../../../../ui/toasts.tsx';
import { useMutationWithCode } from '../code/use-mutation-with-code.ts';
import { GivenBackForm, SettledForm } from './by-hand-forms.tsx';

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
  const ask = useMutationOf('refreshPaymentTrouble');
  const tell = ({ trouble }: { trouble: TroubleView }) =>
    toasts.success(trouble.resolved_at ? t('ask.solved') : t('ask.same'));
  return (
    <>
      <FormFailure failure={ask.error ?? undefined} title={t('ask.failed')} />
      <div>
        <Button
          kind="quiet"
          loading={ask.isPending}
          onClick={() => ask.mutate({ params: { id } }, { onSuccess: tell })}
        >
          {t('ask.button')}
        </Button>
      </div>
    </>
  );
}

function RefundAgain({ id }: { id: string }) {
  const { t } = useTranslation('desk-payments');
  const again = useMutationWithCode('refundAgain', { lead: t('again.lead') });
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
          onClick={() => again.mutate({ params: { id } }, { onSuccess: tell })}
        >
          {t('again.button')}
        </Button>
      </div>
    </>
  );
}
