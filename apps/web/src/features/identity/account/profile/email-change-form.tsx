import type { ProfileView } from '@zavet/contract/identity/account-schemas';
import { linkLifetimes, screenTimings } from '@zavet/contract/timings';
import { useMutationOf } from '../../../../platform/queries/use-mutation-of.ts';
import { useSetupCheck } from '../../../../platform/setup/setup.ts';
import { ConfirmDialog, useQuestion } from '../../../../ui/confirm-dialog.tsx';
import { useErrorText } from '../../../../ui/error-text.ts';
import { Field } from '../../../../ui/field.tsx';
import { useContractForm } from '../../../../ui/form/use-contract-form.ts';
import { useTranslation } from '../../../../ui/language/use-translation.ts';
import { toasts } from '../../../../ui/toasts.tsx';
import { EditForm } from '../cards/edit-form.tsx';
import { passwordAskedElsewhere } from '../cards/password-asked-elsewhere.ts';

const hourMs = 60 * 60 * 1000;

interface EmailChangeFormProps {
  profile: ProfileView;
  onDone: () => void;
}

export function EmailChangeForm({ profile, onDone }: EmailChangeFormProps) {
  const { t } = useTranslation('settings');
  const describe = useErrorText();
  const request = useMutationOf('requestEmailChange');
  const setup = useSetupCheck();
  const question = useQuestion<string>();
  const isMailMissing =
    setup.data?.warnings.includes('mail_not_configured') && !setup.data.mailbox_available;

  const form = useContractForm({
    schema: async () => (await import('@zavet/contract/identity/account-schemas')).emailChangeInput,
    initialValues: { new_email: '' },
    toInput: (values) => ({ ...values, ...passwordAskedElsewhere }),
    check: ({ new_email: email }) => ({
      new_email: email.trim().toLowerCase() === profile.user_email ? 'email_unchanged' : undefined,
    }),
    fieldOfCode: {
      email_unchanged: ['new_email', 'email_unchanged'],
    },
    submit: async (body) => {
      if (!(await question.ask(body.new_email))) return;
      await request.mutateAsync({ body });
      toasts.success(t('email.sent'), { duration: screenTimings.toastEmailChange });
      if (isMailMissing) {
        const duration = screenTimings.toastMailServiceError;
        toasts.error(t('email.serviceMissing'), { duration });
      }
      onDone();
    },
  });

  return (
    <>
      <EditForm
        form={form}
        describeFailure={(failure) => t('email.failure', { reason: describe(failure) })}
        submitLabel={t('email.submit')}
        onCancel={onDone}
      >
        <Field
          {...form.field('new_email')}
          label={t('email.new')}
          help={t('email.help')}
          type="email"
          autoComplete="off"
        />
      </EditForm>
      <ConfirmDialog
        {...question.dialogProps}
        title={t('email.confirmTitle')}
        confirmLabel={t('email.confirm')}
      >
        <p>
          {t('email.confirmNew', {
            email: question.subject ?? '',
            confirmHours: linkLifetimes.confirmEmailChange / hourMs,
          })}
        </p>
        <p>
          {t('email.confirmOld', {
            email: profile.user_email,
            undoHours: linkLifetimes.undoEmailChange / hourMs,
          })}
        </p>
      </ConfirmDialog>
    </>
  );
}
