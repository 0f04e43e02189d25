import type { AccountView } from '@zavet/contract/desk/account-endpoints';
import {
  customPlanLimits,
  type RenewalEndReason,
  type RequestedRefundGround,
  renewalEndReasons,
  requestedRefundGrounds,
} from '@zavet/contract/desk/desk-values';
import { SectionCard } from '../../../../ui/card.tsx';
import { DateField } from '../../../../ui/date-field/date-field.tsx';
import { Field } from '../../../../ui/field.tsx';
import { Form } from '../../../../ui/form/form.tsx';
import { useContractForm } from '../../../../ui/form/use-contract-form.ts';
import { Heading } from '../../../../ui/heading.tsx';
import { useFormats } from '../../../../ui/language/formats.ts';
import { useTranslation } from '../../../../ui/language/use-translation.ts';
import { SelectField } from '../../../../ui/select.tsx';
import { toasts } from '../../../../ui/toasts.tsx';
import { SubmitRow } from '../desk-parts.tsx';
import { useMutationWithCode } from '../operator-code.tsx';

/** Shown only if a renewal could be charged. */
export function RenewalsForm({ account }: { account: AccountView }) {
  const { t } = useTranslation('desk-accounts');
  const end = useMutationWithCode('endRenewals', { lead: t('acts.renewals.lead') });
  const form = useContractForm({
    schema: async () => (await import('@zavet/contract/desk/account-endpoints')).renewalEndInput,
    initialValues: { reason: '' },
    toInput: ({ reason }) => ({ reason: reason as RenewalEndReason }),
    submit: async (body) => {
      if (await end.mutateAsync({ params: { id: account.id }, body }))
        toasts.success(t('acts.renewals.done'));
    },
  });
  if (!account.plan.auto_renewal && !account.plan.has_card) return null;
  return (
    <Form {...form.formProps}>
      <Heading level={3}>{t('acts.renewals.title')}</Heading>
      <p>{t('acts.renewals.text')}</p>
      <SelectField
        {...form.field('reason')}
        label={t('acts.renewals.reason')}
        missing={t('acts.renewals.choose')}
        options={[
          { value: '', label: t('acts.renewals.choose') },
          ...renewalEndReasons.map((value) => ({ value, label: t(`acts.reasons.${value}`) })),
        ]}
      />
      <SubmitRow form={form} kind="danger" failureTitle={t('acts.renewals.failed')}>
        {t('acts.renewals.button')}
      </SubmitRow>
    </Form>
  );
}

export function CustomPlanForm({ id }: { id: string }) {
  const { t } = useTranslation('desk-accounts');
  const grant = useMutationWithCode('grantCustomPlan', { lead: t('acts.customPlan.lead') });
  const form = useContractForm({
    schema: async () => (await import('@zavet/contract/desk/account-endpoints')).customPlanInput,
    initialValues: { storage_mb: '', valid_until: '' },
    toInput: ({ storage_mb, valid_until }) => ({ storage_mb: Number(storage_mb), valid_until }),
    submit: async (body) => {
      if (await grant.mutateAsync({ params: { id }, body }))
        toasts.success(t('acts.customPlan.done'));
    },
  });
  const thisYear = new Date().getFullYear();
  return (
    <SectionCard title={t('acts.customPlan.title')} lead={t('acts.customPlan.text')}>
      <Form {...form.formProps}>
        <Field
          {...form.field('storage_mb')}
          label={t('acts.customPlan.storage')}
          inputMode="numeric"
        />
        <DateField
          {...form.field('valid_until')}
          label={t('acts.customPlan.until')}
          years={{ from: thisYear, to: thisYear + customPlanLimits.maxYears }}
        />
        <SubmitRow form={form} failureTitle={t('acts.customPlan.failed')}>
          {t('acts.customPlan.button')}
        </SubmitRow>
      </Form>
    </SectionCard>
  );
}

/** Shown only if there is a refundable payment. */
export function RefundForm({ account }: { account: AccountView }) {
  const { t } = useTranslation('desk-accounts');
  const formats = useFormats();
  const refund = useMutationWithCode('refundOnRequest', { lead: t('acts.refund.lead') });
  const form = useContractForm({
    schema: async () =>
      (await import('@zavet/contract/desk/account-endpoints')).requestedRefundInput,
    initialValues: { payment_id: '', ground: '' },
    toInput: ({ payment_id, ground }) => ({ payment_id, ground: ground as RequestedRefundGround }),
    submit: async (body) => {
      if (await refund.mutateAsync({ params: { id: account.id }, body }))
        toasts.success(t('acts.refund.done'));
    },
  });
  if (account.refundable.length === 0) return null;
  return (
    <SectionCard title={t('acts.refund.title')} lead={t('acts.refund.text')}>
      <Form {...form.formProps}>
        <SelectField
          {...form.field('payment_id')}
          label={t('acts.refund.payment')}
          missing={t('acts.refund.choosePayment')}
          options={[
            { value: '', label: t('acts.refund.choosePayment') },
            ...account.refundable.map(({ id, amount_kopecks, paid_at }) => ({
              value: id,
              label: `${formats.dateTime(paid_at)}, ${formats.rubles(amount_kopecks / 100)}`,
            })),
          ]}
        />
        <SelectField
          {...form.field('ground')}
          label={t('acts.refund.ground')}
          missing={t('acts.refund.chooseGround')}
          options={[
            { value: '', label: t('acts.refund.chooseGround') },
            ...requestedRefundGrounds.map((value) => ({
              value,
              label: t(`acts.grounds.${value}`),
            })),
          ]}
        />
        <SubmitRow form={form} kind="danger" failureTitle={t('acts.refund.failed')}>
          {t('acts.refund.button')}
        </SubmitRow>
      </Form>
    </SectionCard>
  );
}
