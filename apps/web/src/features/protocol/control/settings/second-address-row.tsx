import type { ProtocolRulesView } from '@zavet/contract/protocol/settings-endpoints';
import { useMutationOf } from '../../../../platform/queries/use-mutation-of.ts';
import { AddressSuggestion } from '../../../../ui/address-suggestion.tsx';
import { Button } from '../../../../ui/button.tsx';
import { ConfirmButton } from '../../../../ui/confirm-dialog.tsx';
import { Field } from '../../../../ui/field.tsx';
import { Form, FormFailure } from '../../../../ui/form/form.tsx';
import { LeaveGuard } from '../../../../ui/form/leave-guard.tsx';
import { useContractForm } from '../../../../ui/form/use-contract-form.ts';
import { useFormats } from '../../../../ui/language/formats.ts';
import { useTranslation } from '../../../../ui/language/use-translation.ts';
import { SettingRow } from '../../../../ui/setting-row.tsx';
import { toasts } from '../../../../ui/toasts.tsx';
import { useEditMode } from '../../../../ui/use-edit-mode.ts';
import { useOutcomeToast } from '../../../../ui/use-outcome-toast.ts';
import styles from './settings.module.css';

type SecondAddress = NonNullable<ProtocolRulesView['second_address']>;

/** The owner's second address for warnings and veto links. */
export function SecondAddressRow({ address }: { address: SecondAddress | null }) {
  const { t } = useTranslation('release');
  const formats = useFormats();
  const mode = useEditMode();
  const isUnconfirmed = address !== null && !address.is_confirmed;
  return (
    <SettingRow
      name={t('address.title')}
      value={address?.email ?? t('address.none')}
      note={
        isUnconfirmed && (
          <p className={styles.help}>
            {t('address.mailed', { date: formats.dateTime(address.asked_at) })}
          </p>
        )
      }
      mode={mode}
    >
      <SecondAddressForm address={address} onDone={mode.closeAtHeading} onCancel={mode.close} />
    </SettingRow>
  );
}

function ResendMail({ email }: { email: string }) {
  const { t } = useTranslation('release');
  const report = useOutcomeToast();
  const save = useMutationOf('setSecondAddress');
  const words = { done: t('address.sent', { email }), failed: t('address.failed') };
  return (
    <Button
      kind="quiet"
      loading={save.isPending}
      onClick={() => void report(save.mutateAsync({ body: { email } }), words)}
    >
      {t('address.again')}
    </Button>
  );
}

function RemoveAddress({ email, onRemoved }: { email: string; onRemoved: () => void }) {
  const { t } = useTranslation('release');
  const report = useOutcomeToast();
  const remove = useMutationOf('removeSecondAddress');
  const words = { done: t('address.removed'), failed: t('address.removeFailed') };
  return (
    <ConfirmButton
      kind="quietDanger"
      label={t('address.remove')}
      title={t('address.removeTitle')}
      confirmLabel={t('address.removeConfirm')}
      cancelLabel={t('address.removeCancel')}
      isDangerous
      act={async () => {
        if (await report(remove.mutateAsync(), words)) onRemoved();
      }}
    >
      <p>{t('address.removeText', { email })}</p>
    </ConfirmButton>
  );
}

interface SecondAddressFormProps {
  address: SecondAddress | null;
  onDone: () => void;
  onCancel: () => void;
}

function SecondAddressForm({ address, onDone, onCancel }: SecondAddressFormProps) {
  const { t } = useTranslation(['release', 'shell']);
  const save = useMutationOf('setSecondAddress');
  const form = useContractForm({
    schema: async () => (await import('@zavet/contract/identity/account-schemas')).emailOnlyInput,
    initialValues: { email: '' },
    fieldOfCode: { second_address_taken: ['email', 'second_address_taken'] },
    submit: async (body) => {
      await save.mutateAsync({ body });
      toasts.success(t('address.sent', { email: body.email }));
      onDone();
    },
  });

  return (
    <Form {...form.formProps}>
      <p className={styles.help}>{t('address.lead')}</p>
      <div className={styles.field}>
        <Field
          {...form.field('email')}
          label={t('address.field')}
          help={t('address.help')}
          type="email"
          inputMode="email"
          autoComplete="off"
        />
        <AddressSuggestion
          address={form.values.email}
          onCorrect={(email) => form.setValues({ email })}
        />
      </div>
      <FormFailure failure={form.failure} title={t('address.failed')} />
      <div className={styles.actions}>
        <Button type="submit" loading={form.isBusy}>
          {t('address.submit')}
        </Button>
        <Button kind="quiet" disabled={form.isBusy} onClick={onCancel}>
          {t('shell:actions.cancel')}
        </Button>
        {address && !address.is_confirmed && <ResendMail email={address.email} />}
        {address && <RemoveAddress email={address.email} onRemoved={onDone} />}
      </div>
      <LeaveGuard isChanged={form.isChanged && !form.isBusy} />
    </Form>
  );
}
