import type { AccountView } from '@zavet/contract/desk/account-endpoints';
import { type CorrectionProof, correctionProofs } from '@zavet/contract/desk/desk-values';
import { Button } from '../../../../ui/button.tsx';
import { DateField } from '../../../../ui/date-field/date-field.tsx';
import { Field } from '../../../../ui/field.tsx';
import { Form, FormFailure } from '../../../../ui/form/form.tsx';
import { useContractForm } from '../../../../ui/form/use-contract-form.ts';
import { useTranslation } from '../../../../ui/language/use-translation.ts';
import { SelectField } from '../../../../ui/select.tsx';
import { toasts } from '../../../../ui/toasts.tsx';
import { useMutationWithCode } from '../code/use-mutation-with-code.ts';

/** What the owner has not set yet cannot be corrected, so it is not asked for. */
export function CorrectionForm({ account }: { account: AccountView }) {
  const { t } = useTranslation('desk-accounts');
  const { first_name, last_name, date_of_birth } = account;
  const correct = useMutationWithCode('correctBasicInfo', { lead: t('acts.correction.lead') });
  const form = useContractForm({
    schema: async () => (await import('@zavet/contract/desk/account-endpoints')).correctionInput,
    initialValues: {
      first_name: first_name ?? '',
      last_name: last_name ?? '',
      date_of_birth: date_of_birth ?? '',
      proof: '',
      reference: '',
    },
    toInput: (values) => ({
      ...values,
      first_name: first_name === null ? null : values.first_name,
      last_name: last_name === null ? null : values.last_name,
      date_of_birth: date_of_birth === null ? null : values.date_of_birth,
      proof: values.proof as CorrectionProof,
    }),
    submit: async (body) => {
      if (await correct.mutateAsync({ params: { id: account.id }, body }))
        toasts.success(t('acts.correction.done'));
    },
  });
  if (first_name === null && last_name === null && date_of_birth === null) return null;
  return (
    <Form {...form.formProps}>
      {first_name !== null && (
        <Field
          {...form.field('first_name')}
          label={t('acts.correction.firstName')}
          autoComplete="off"
        />
      )}
      {last_name !== null && (
        <Field
          {...form.field('last_name')}
          label={t('acts.correction.lastName')}
          autoComplete="off"
        />
      )}
      {date_of_birth !== null && (
        <DateField
          {...form.field('date_of_birth')}
          label={t('acts.correction.dateOfBirth')}
          years={{ from: 1900, to: new Date().getFullYear() }}
        />
      )}
      <SelectField
        {...form.field('proof')}
        label={t('acts.correction.proof')}
        missing={t('acts.correction.choose')}
        options={[
          { value: '', label: t('acts.correction.choose') },
          ...correctionProofs.map((value) => ({ value, label: t(`proofs.${value}`) })),
        ]}
      />
      <Field
        {...form.field('reference')}
        label={t('acts.correction.reference')}
        autoComplete="off"
      />
      <FormFailure failure={form.failure} title={t('acts.correction.failed')} />
      <div>
        <Button type="submit" loading={form.isBusy}>
          {t('acts.correction.button')}
        </Button>
      </div>
    </Form>
  );
}
