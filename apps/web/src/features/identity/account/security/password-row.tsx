import { useMutationOf } from '../../../../platform/queries/use-mutation-of.ts';
import { useContractForm } from '../../../../ui/form/use-contract-form.ts';
import { useTranslation } from '../../../../ui/language/use-translation.ts';
import { NewPasswordFields, newPasswordProblem } from '../../../../ui/new-password-fields.tsx';
import { PasswordField, UsernameField } from '../../../../ui/password-field.tsx';
import { SettingRow } from '../../../../ui/setting-row.tsx';
import { toasts } from '../../../../ui/toasts.tsx';
import { useEditMode } from '../../../../ui/use-edit-mode.ts';
import { EditForm, useNeedsPassword } from '../card-parts.tsx';

export function PasswordRow({ email }: { email: string }) {
  const { t } = useTranslation('settings');
  const mode = useEditMode();
  return (
    <SettingRow name={t('password.title')} value={<span aria-hidden>••••••••</span>} mode={mode}>
      <PasswordForm
        email={email}
        onCancel={mode.close}
        onChanged={() => {
          toasts.success(t('password.done'));
          mode.close();
        }}
      />
    </SettingRow>
  );
}

interface PasswordFormProps {
  email: string;
  onCancel: () => void;
  onChanged: () => void;
}

function PasswordForm({ email, onCancel, onChanged }: PasswordFormProps) {
  const { t } = useTranslation('settings');
  const change = useMutationOf('changePassword');
  const needsPassword = useNeedsPassword();
  const form = useContractForm({
    schema: async () =>
      (await import('@zavet/contract/identity/account-schemas')).changePasswordInput,
    initialValues: { current_password: '', password: '', confirm_password: '' },
    toInput: ({ current_password, ...values }) => ({
      ...values,
      current_password: needsPassword ? current_password : undefined,
    }),
    check: ({ current_password: current, password }) => ({
      password:
        password !== '' && password === current
          ? 'password_unchanged'
          : newPasswordProblem(password, email),
    }),
    fieldOfCode: {
      wrong_password: ['current_password', 'wrong_password'],
      weak_password: ['password', 'weak_password'],
      password_unchanged: ['password', 'password_unchanged'],
    },
    submit: async (body) => {
      await change.mutateAsync({ body });
      onChanged();
    },
  });

  return (
    <EditForm
      form={form}
      failureTitle={t('password.failure')}
      submitLabel={t('password.submit')}
      onCancel={onCancel}
    >
      <UsernameField email={email} />
      {needsPassword && (
        <PasswordField
          {...form.field('current_password')}
          label={t('currentPassword')}
          autoComplete="current-password"
        />
      )}
      <NewPasswordFields
        password={{ ...form.field('password'), label: t('password.new') }}
        confirmation={{ ...form.field('confirm_password'), label: t('password.confirm') }}
      />
    </EditForm>
  );
}
