import { Button } from '../../../../ui/button.tsx';
import { Dialog } from '../../../../ui/dialog.tsx';
import { Field } from '../../../../ui/field.tsx';
import { Form, FormFailure } from '../../../../ui/form/form.tsx';
import { useContractForm } from '../../../../ui/form/use-contract-form.ts';
import { useTranslation } from '../../../../ui/language/use-translation.ts';
import { toasts } from '../../../../ui/toasts.tsx';
import { useMutationWithCode } from '../code/use-mutation-with-code.ts';
import styles from './letters.module.css';

interface CorrectDialogProps {
  id: string;
  onClose: () => void;
}

/** In place of the contact who activated and is gone: another address, and then a code. */
export function CorrectDialog({ id, onClose }: CorrectDialogProps) {
  const { t } = useTranslation('desk-letters');
  const correct = useMutationWithCode('correctLetterAddress');
  const form = useContractForm({
    schema: async () =>
      (await import('@zavet/contract/desk/letter-endpoints')).correctedLetterAddress,
    initialValues: { recipient_email: '' },
    submit: async (body) => {
      if (!(await correct.mutateAsync({ params: { id }, body }))) return;
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
