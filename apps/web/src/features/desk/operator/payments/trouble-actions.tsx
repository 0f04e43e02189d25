import type { TroubleView } from '@zavet/contract/desk/payment-endpoints';
import { useMutationOf } from '../../../../platform/queries/use-mutation-of.ts';
import { Button } from '../../../../ui/button.tsx';
import { Field } from '../../../../ui/field.tsx';
import { Form, FormFailure } from '../../../../ui/form/form.tsx';
import { useContractForm } from '../../../../ui/form/use-contract-form.ts';
import { Heading } from '../../../../ui/heading.tsx';
import { useTranslation } from '../../../../ui/language/use-translation.ts';
import { toasts } from '../../../../ui/toasts.tsx';
import { SubmitRow } from '../desk-parts.tsx';
import { useMutationWithCode } from '../operator-code.tsx';
import { kopecksOf } from './payment-rules.ts';

/** Shows only the actions that the server allows. */
export function TroubleActions({ trouble }: { trouble: TroubleView }) {
  const { acts } = trouble;
  return (
    <>
      {acts.includes('ask_again') && <RefreshTroubleButton id={trouble.id} />}
      {acts.includes('refund_again') && <RefundAgainButton id={trouble.id} />}
      {acts.includes('refunded_manually') && <ManualRefundForm trouble={trouble} />}
      {acts.includes('settled_with_payer') && <SettlementForm id={trouble.id} />}
    </>
  );
}

function RefreshTroubleButton({ id }: { id: string }) {
  const { t } = useTranslation('desk-payments');
  const refresh = useMutationOf('refreshPaymentTrouble');
  const showSuccess = ({ trouble }: { trouble: TroubleView }) =>
    toasts.success(trouble.resolved_at ? t('ask.solved') : t('ask.same'));
  return (
    <>
      <FormFailure failure={refresh.error ?? undefined} title={t('ask.failed')} />
      <div>
        <Button
          kind="quiet"
          loading={refresh.isPending}
          onClick={() => refresh.mutate({ params: { id } }, { onSuccess: showSuccess })}
        >
          {t('ask.button')}
        </Button>
      </div>
    </>
  );
}

function RefundAgainButton({ id }: { id: string }) {
  const { t } = useTranslation('desk-payments');
  const refund = useMutationWithCode('refundAgain', { lead: t('again.lead') });
  const showSuccess = (done: { result: { trouble: TroubleView } } | undefined) => {
    if (!done) return;
    const isResolved = done.result.trouble.resolution === 'automatic';
    toasts.success(isResolved ? t('ask.solved') : t('again.done'));
  };
  return (
    <>
      <FormFailure failure={refund.error ?? undefined} title={t('again.failed')} />
      <div>
        <Button
          loading={refund.isPending}
          onClick={() => refund.mutate({ params: { id } }, { onSuccess: showSuccess })}
        >
          {t('again.button')}
        </Button>
      </div>
    </>
  );
}

function ManualRefundForm({ trouble }: { trouble: TroubleView }) {
  const { t } = useTranslation('desk-payments');
  const record = useMutationWithCode('recordManualRefund', { lead: t('byHand.lead') });
  const form = useContractForm({
    schema: async () => (await import('@zavet/contract/desk/payment-endpoints')).manualRefundInput,
    initialValues: { amount_kopecks: String(trouble.amount_kopecks / 100), reference: '' },
    toInput: ({ amount_kopecks, reference }) => ({
      amount_kopecks: kopecksOf(amount_kopecks),
      reference,
    }),
    submit: async (body) => {
      if (await record.mutateAsync({ params: { id: trouble.id }, body }))
        toasts.success(t('byHand.done'));
    },
  });
  return (
    <Form {...form.formProps}>
      <Heading level={3}>{t('byHand.title')}</Heading>
      <Field
        {...form.field('amount_kopecks')}
        label={t('byHand.amount')}
        inputMode="decimal"
        autoComplete="off"
      />
      <Field {...form.field('reference')} label={t('byHand.reference')} autoComplete="off" />
      <SubmitRow form={form} kind="quiet" failureTitle={t('byHand.failed')}>
        {t('byHand.button')}
      </SubmitRow>
    </Form>
  );
}

function SettlementForm({ id }: { id: string }) {
  const { t } = useTranslation('desk-payments');
  const record = useMutationWithCode('recordSettlement', { lead: t('settle.lead') });
  const form = useContractForm({
    schema: async () => (await import('@zavet/contract/desk/payment-endpoints')).settlementInput,
    initialValues: { reference: '' },
    submit: async (body) => {
      if (await record.mutateAsync({ params: { id }, body })) toasts.success(t('settle.done'));
    },
  });
  return (
    <Form {...form.formProps}>
      <Heading level={3}>{t('settle.title')}</Heading>
      <Field {...form.field('reference')} label={t('settle.reference')} autoComplete="off" />
      <SubmitRow form={form} kind="quiet" failureTitle={t('settle.failed')}>
        {t('settle.button')}
      </SubmitRow>
    </Form>
  );
}
