import type { TroubleView } from '@zavet/contract/desk/payment-endpoints';
import { Button } from '../../../../ui/button.tsx';
import { Field } from '../../../../ui/field.tsx';
import { Form, FormFailure } from '../../../../ui/form/form.tsx';
import { useContractForm } from '../../../../ui/form/use-contract-form.ts';
import { Heading } from '../../../../ui/heading.tsx';
import { useTranslation } from '../../../../ui/language/use-translation.ts';
import { toasts } from '../../../../ui/toasts.tsx';
import { useMutationWithCode } from '../code/use-mutation-with-code.ts';
import { kopecksOf } from './kopecks-of.ts';

export function GivenBackForm({ trouble }: { trouble: TroubleView }) {
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
      <FormFailure failure={form.failure} title={t('byHand.failed')} />
      <div>
        <Button type="submit" kind="quiet" loading={form.isBusy}>
          {t('byHand.button')}
        </Button>
      </div>
    </Form>
  );
}

export function SettledForm({ id }: { id: string }) {
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
      <FormFailure failure={form.failure} title={t('settle.failed')} />
      <div>
        <Button type="submit" kind="quiet" loading={form.isBusy}>
          {t('settle.button')}
        </Button>
      </div>
    </Form>
  );
}
