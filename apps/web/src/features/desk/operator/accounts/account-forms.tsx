import { useNavigate } from '@tanstack/react-router';
import type { AccountView } from '@zavet/contract/desk/account-endpoints';
import {
  type CorrectionProof,
  correctionProofs,
  type SuspensionReason,
  suspensionReasons,
} from '@zavet/contract/desk/desk-values';
import { Button } from '../../../../ui/button.tsx';
import { DateField } from '../../../../ui/date-field/date-field.tsx';
import { Field } from '../../../../ui/field.tsx';
import { Form, FormFailure } from '../../../../ui/form/form.tsx';
import { useContractForm } from '../../../../ui/form/use-contract-form.ts';
import { useFormats } from '../../../../ui/language/formats.ts';
import { useTranslation } from '../../../../ui/language/use-translation.ts';
import { Notice } from '../../../../ui/notice.tsx';
import { SelectField } from '../../../../ui/select.tsx';
import { toasts } from '../../../../ui/toasts.tsx';
import { SubmitRow } from '../desk-parts.tsx';
import { useMutationWithCode } from '../operator-code.tsx';

/** Corrects only values that the owner has set. */
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
      <SubmitRow form={form} failureTitle={t('acts.correction.failed')}>
        {t('acts.correction.button')}
      </SubmitRow>
    </Form>
  );
}

type Suspension = NonNullable<AccountView['suspension']>;

export function SuspensionForm({ account }: { account: AccountView }) {
  const { id, suspension } = account;
  return suspension ? <LiftSuspension id={id} suspension={suspension} /> : <SuspendForm id={id} />;
}

function SuspendForm({ id }: { id: string }) {
  const { t } = useTranslation('desk-accounts');
  const suspend = useMutationWithCode('suspendAccount', { lead: t('acts.suspension.lead') });
  const form = useContractForm({
    schema: async () => (await import('@zavet/contract/desk/account-endpoints')).suspensionInput,
    initialValues: { reason: '' },
    toInput: ({ reason }) => ({ reason: reason as SuspensionReason }),
    submit: async (body) => {
      if (await suspend.mutateAsync({ params: { id }, body }))
        toasts.success(t('acts.suspension.done'));
    },
  });
  return (
    <Form {...form.formProps}>
      <SelectField
        {...form.field('reason')}
        label={t('acts.suspension.reason')}
        missing={t('acts.suspension.choose')}
        options={[
          { value: '', label: t('acts.suspension.choose') },
          ...suspensionReasons.map((value) => ({
            value,
            label: t(`acts.suspensionReasons.${value}`),
          })),
        ]}
      />
      <SubmitRow form={form} kind="danger" failureTitle={t('acts.suspension.failed')}>
        {t('acts.suspension.button')}
      </SubmitRow>
    </Form>
  );
}

function LiftSuspension({ id, suspension }: { id: string; suspension: Suspension }) {
  const { t } = useTranslation('desk-accounts');
  const formats = useFormats();
  const lift = useMutationWithCode('liftSuspension', { lead: t('acts.liftSuspension.lead') });
  const { reason, suspended_at, deletable_from } = suspension;
  const since = {
    moment: formats.dateTime(suspended_at),
    reason: t(`acts.suspensionReasons.${reason}`),
  };
  const showSuccess = (done: object | undefined) => {
    if (done) toasts.success(t('acts.liftSuspension.done'));
  };
  return (
    <>
      <Notice kind="warning">
        <p>{t('acts.suspension.since', since)}</p>
        <p>
          {deletable_from
            ? t('acts.suspension.deletableFrom', { moment: formats.dateTime(deletable_from) })
            : t('acts.suspension.never')}
        </p>
      </Notice>
      <FormFailure failure={lift.error ?? undefined} title={t('acts.liftSuspension.failed')} />
      <div>
        <Button
          loading={lift.isPending}
          onClick={() => lift.mutate({ params: { id } }, { onSuccess: showSuccess })}
        >
          {t('acts.liftSuspension.button')}
        </Button>
      </div>
      {deletable_from && <DeleteAccountButton id={id} />}
    </>
  );
}

/** The server refuses the deletion before its date. */
function DeleteAccountButton({ id }: { id: string }) {
  const { t } = useTranslation('desk-accounts');
  const navigate = useNavigate();
  const remove = useMutationWithCode('deleteSuspendedAccount', { lead: t('acts.deletion.lead') });
  const closeDetail = (done: object | undefined) => {
    if (!done) return;
    toasts.success(t('acts.deletion.done'));
    void navigate({ to: '/operator/accounts', search: {} });
  };
  return (
    <>
      <FormFailure failure={remove.error ?? undefined} title={t('acts.deletion.failed')} />
      <div>
        <Button
          kind="danger"
          loading={remove.isPending}
          onClick={() => remove.mutate({ params: { id } }, { onSuccess: closeDetail })}
        >
          {t('acts.deletion.button')}
        </Button>
      </div>
    </>
  );
}
