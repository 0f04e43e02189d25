import { useNavigate } from '@tanstack/react-router';
import { isDeletionWord } from '@zavet/contract/account/deletion-word';
import { Button } from '../../../interface/button.tsx';
import { Dialog } from '../../../interface/dialog.tsx';
import { useErrorText } from '../../../interface/error-text.ts';
import { Field } from '../../../interface/field.tsx';
import { Form } from '../../../interface/form/form.tsx';
import { useContractForm } from '../../../interface/form/use-contract-form.ts';
import { useTranslation } from '../../../interface/language/use-translation.ts';
import { Notice } from '../../../interface/notice.tsx';
import { PasswordField } from '../../../interface/password-field.tsx';
import { toasts } from '../../../interface/toasts.tsx';
import { UsernameField } from '../../../interface/username-field.tsx';
import { sessionKeeper } from '../../../platform/session/session.ts';
import { useDeleteAccount } from '../api/security.ts';
import styles from '../cards/cards.module.css';
import { deletionFailureOf } from './deletion-failure.ts';

interface DeletionDialogProps {
  email: string;
  /** What has to be typed, in the language of the screen. */
  word: string;
  onCancel: () => void;
}

export function DeletionDialog({ email, word, onCancel }: DeletionDialogProps) {
  const { t } = useTranslation('settings');
  const navigate = useNavigate();
  const remove = useDeleteAccount();
  const form = useContractForm({
    schema: async () =>
      (await import('@zavet/contract/account/account-schemas')).deleteAccountInput,
    initialValues: { confirmation_word: '', current_password: '' },
    check: ({ confirmation_word: given }) => ({
      confirmation_word: isDeletionWord(given) ? undefined : 'wrong_confirmation_word',
    }),
    fieldOfCode: {
      wrong_password: ['current_password', 'wrong_password'],
      wrong_confirmation_word: ['confirmation_word', 'wrong_confirmation_word'],
    },
    submit: async (body) => {
      await remove.mutateAsync(body);
      await sessionKeeper.signOut();
      await navigate({ to: '/login', replace: true });
      toasts.success(t('deletion.done'));
    },
  });

  return (
    <Dialog isOpen title={t('deletion.dialogTitle')} onClose={() => !form.isBusy && onCancel()}>
      <p>{t('deletion.dialogText')}</p>
      <Form {...form.formProps}>
        <Field
          {...form.field('confirmation_word')}
          label={t('deletion.word', { word })}
          help={t('deletion.wordHelp')}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
        />
        <UsernameField email={email} />
        <PasswordField
          {...form.field('current_password')}
          label={t('currentPassword')}
          autoComplete="current-password"
        />
        <DeletionFailure failure={form.failure} />
        <div className={styles.dialogActions}>
          <Button type="submit" kind="quietDanger" loading={form.isBusy}>
            {t('deletion.confirm')}
          </Button>
          <Button data-autofocus disabled={form.isBusy} onClick={onCancel}>
            {t('deletion.cancel')}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}

function DeletionFailure({ failure }: { failure: unknown }) {
  const { t } = useTranslation('settings');
  const describe = useErrorText();
  if (failure === undefined) return null;
  return (
    <Notice kind="error" announced>
      {t(`deletion.${deletionFailureOf(failure)}`, { reason: describe(failure) })}
    </Notice>
  );
}
