import { useNavigate } from '@tanstack/react-router';
import { api } from '../../../../platform/client/api.ts';
import { sessionKeeper } from '../../../../platform/session/session.ts';
import { Button } from '../../../../ui/button.tsx';
import { Form, FormFailure } from '../../../../ui/form/form.tsx';
import { LeaveGuard } from '../../../../ui/form/leave-guard.tsx';
import { useContractForm } from '../../../../ui/form/use-contract-form.ts';
import { useTranslation } from '../../../../ui/language/use-translation.ts';
import { NewPasswordFields, newPasswordProblem } from '../../../../ui/new-password-fields.tsx';

export function RecoveryForm({ token }: { token: string }) {
  const { t } = useTranslation('account');
  const navigate = useNavigate();
  const form = useContractForm({
    schema: async () =>
      (await import('@zavet/contract/identity/account-schemas')).resetPasswordInput,
    initialValues: { password: '', confirm_password: '' },
    toInput: (values) => ({ ...values, token }),
    check: ({ password }) => ({ password: newPasswordProblem(password) }),
    fieldOfCode: { weak_password: ['password', 'weak_password'] },
    submit: async (body) => {
      await api.resetPassword({ body });
      // The new password has ended every session, perhaps one of this browser too.
      void sessionKeeper.load();
      await navigate({ to: '/password-success', replace: true, ignoreBlocker: true });
    },
  });

  return (
    <Form {...form.formProps}>
      <LeaveGuard isChanged={form.isChanged} />
      <FormFailure failure={form.failure} title={t('updatePassword.failure')} />
      <NewPasswordFields
        password={{ ...form.field('password'), label: t('fields.newPassword') }}
        confirmation={{ ...form.field('confirm_password'), label: t('fields.confirmPassword') }}
      />
      <Button type="submit" wide loading={form.isBusy}>
        {t('updatePassword.submit')}
      </Button>
    </Form>
  );
}
