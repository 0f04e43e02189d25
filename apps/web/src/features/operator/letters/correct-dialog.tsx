import { Button } from '../../../interface/button.tsx';
import { Dialog } from '../../../interface/dialog.tsx';
import { Field } from '../../../interface/field.tsx';
import { Form, FormFailure } from '../../../interface/form/form.tsx';
import { useContractForm } from '../../../interface/form/use-contract-form.ts';
import { useTranslation } from '../../../interface/language/use-translation.ts';
import { toasts } from '../../../interface/toasts.tsx';
import { useCorrectLetterAddress } from './api/letters.ts';
import styles from './letters.module.css';

interface CorrectDialogProps {
  id: string;
  onClose: () => void;
}

/** In place of the contact who activated and is gone: another address, and then a code. */
export function CorrectDialog({ id, onClose }: CorrectDialogProps) {
  const { t } = useTranslation('desk-letters');
  const correct = useCorrectLetterAddress();
  const form = useContractForm({
    schema: async () =>
      (await import('@zavet/contract/operators/letter-endpoints')).correctedLetterAddress,
    initialValues: { recipient_email: '' },
    submit: async ({ recipient_email }) => {
      if (!(await correct.mutateAsync({ id, recipient_email }))) return;
      toasts.success(t('correct.done'));
      onClose();
    },
  });
  const close = () => {
    if (!form.isBusy) onClose();
  };
  return (
    <Dialog isOpen title={t('correct.title')} onClose={close}>
      <p>{t('correct.lead')}</p>
      <Form {...form.formProps}>
        <Field
          {...form.field('recipient_email')}
          label={t('correct.email')}
          help={t('correct.help')}
          type="email"
          autoComplete="off"
          aria-required
          data-autofocus
        />
        <FormFailure failure={form.failure} title={t('correct.failed')} />
        <div className={styles.actions}>
          <Button type="submit" loading={form.isBusy}>
            {t('correct.submit')}
          </Button>
          <Button kind="quiet" disabled={form.isBusy} onClick={close}>
            {t('correct.cancel')}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}
