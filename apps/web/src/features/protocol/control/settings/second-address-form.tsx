import { useEffect, useRef } from 'react';
import { useMutationOf } from '../../../../platform/queries/use-mutation-of.ts';
import { AddressSuggestion } from '../../../../ui/address-suggestion.tsx';
import { Button } from '../../../../ui/button.tsx';
import { Field } from '../../../../ui/field.tsx';
import { Form, FormFailure } from '../../../../ui/form/form.tsx';
import { LeaveGuard } from '../../../../ui/form/leave-guard.tsx';
import { useContractForm } from '../../../../ui/form/use-contract-form.ts';
import { useTranslation } from '../../../../ui/language/use-translation.ts';
import { toasts } from '../../../../ui/toasts.tsx';
import styles from './settings.module.css';

interface SecondAddressFormProps {
  onDone: () => void;
  onCancel: () => void;
}

export function SecondAddressForm({ onDone, onCancel }: SecondAddressFormProps) {
  const { t } = useTranslation(['release', 'shell']);
  const save = useMutationOf('setSecondAddress');
  const fields = useRef<HTMLDivElement>(null);
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

  useEffect(() => fields.current?.querySelector('input')?.focus(), []);

  return (
    <Form {...form.formProps}>
      <div ref={fields} className={styles.field}>
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
      </div>
      <LeaveGuard isChanged={form.isChanged && !form.isBusy} />
    </Form>
  );
}
