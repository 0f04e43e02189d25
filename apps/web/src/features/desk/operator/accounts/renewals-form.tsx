import type { AccountView } from '@zavet/contract/desk/account-endpoints';
import { type RenewalEndReason, renewalEndReasons } from '@zavet/contract/desk/desk-values';
import { Button } from '../../../../ui/button.tsx';
import { Form, FormFailure } from '../../../../ui/form/form.tsx';
import { useContractForm } from '../../../../ui/form/use-contract-form.ts';
import { Heading } from '../../../../ui/heading.tsx';
import { useTranslation } from '../../../../ui/language/use-translation.ts';
import { SelectField } from '../../../../ui/select.tsx';
import { toasts } from '../../../../ui/toasts.tsx';
import { useMutationWithCode } from '../code/use-mutation-with-code.ts';

/** Only where something would still be charged. */
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
      <FormFailure failure={form.failure} title={t('acts.renewals.failed')} />
      <div>
        <Button type="submit" kind="danger" loading={form.isBusy}>
          {t('acts.renewals.button')}
        </Button>
      </div>
    </Form>
  );
}
