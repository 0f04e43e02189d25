import type { UnreachedRecipient } from '@zavet/contract/protocol/legacy-schemas';
import { endpointQuery } from '../../../../platform/queries/use-endpoint.ts';
import { useMutationOf } from '../../../../platform/queries/use-mutation-of.ts';
import { Button } from '../../../../ui/button.tsx';
import { ConfirmDialog, useConfirmation } from '../../../../ui/confirm-dialog.tsx';
import { Field } from '../../../../ui/field.tsx';
import { Form, FormFailure } from '../../../../ui/form/form.tsx';
import { LeaveGuard } from '../../../../ui/form/leave-guard.tsx';
import { useContractForm } from '../../../../ui/form/use-contract-form.ts';
import { useTranslation } from '../../../../ui/language/use-translation.ts';
import { toasts } from '../../../../ui/toasts.tsx';
import styles from '../legacies.module.css';

interface CorrectAddressFormProps {
  recipient: UnreachedRecipient;
  onCorrected: () => void;
  onCancel: () => void;
}

/** Fixes a mistyped address; asked twice, because it works once. */
export function CorrectAddressForm(props: CorrectAddressFormProps) {
  const { recipient, onCorrected, onCancel } = props;
  const { t } = useTranslation(['legacies', 'shell']);
  const correct = useMutationOf('correctAddress', {
    show: (client, activation) => {
      const { queryKey } = endpointQuery('getActivation', { params: { id: activation.id } });
      client.setQueryData(queryKey, activation);
    },
  });
  const question = useConfirmation<string>();
  const form = useContractForm({
    schema: addressInput,
    initialValues: { recipient_email: recipient.recipient_email ?? '' },
    submit: async (body) => {
      const email = body.recipient_email;
      if (!(await question.ask(email))) return;
      await correct.mutateAsync({ params: { id: recipient.envelope_id }, body });
      toasts.success(t('correct.done', { email }));
      onCorrected();
    },
  });
  return (
    <>
      <Form {...form.formProps}>
        <Field
          {...form.field('recipient_email')}
          type="email"
          inputMode="email"
          autoComplete="off"
          label={t('correct.field')}
          help={t('correct.help')}
        />
        <FormFailure failure={form.failure} title={t('correct.failed')} />
        <div className={styles.actions}>
          <Button type="submit" loading={form.isBusy}>
            {t('correct.submit')}
          </Button>
          <Button kind="quiet" onClick={onCancel}>
            {t('shell:actions.cancel')}
          </Button>
        </div>
      </Form>
      <ConfirmDialog
        {...question.dialogProps}
        title={t('correct.title')}
        confirmLabel={t('correct.confirm')}
        cancelLabel={t('correct.back')}
      >
        <p>{t('correct.once', { email: question.subject ?? '' })}</p>
        <p>{t('correct.recorded')}</p>
      </ConfirmDialog>
      <LeaveGuard isChanged={form.isChanged} />
    </>
  );
}

async function addressInput() {
  return (await import('@zavet/contract/protocol/legacy-schemas')).correctedAddress;
}
