import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { screenTimings } from '@zavet/contract/timings';
import { api } from '../../../../platform/client/api.ts';
import { isTransientFailure } from '../../../../platform/client/retry-policy.ts';
import { queryKeys } from '../../../../platform/queries/query-keys.ts';
import { sessionKeeper } from '../../../../platform/session/session.ts';
import { Button, ButtonLink } from '../../../../ui/button.tsx';
import { Card } from '../../../../ui/card.tsx';
import { ErrorState } from '../../../../ui/error-state.tsx';
import { useErrorText } from '../../../../ui/error-text.ts';
import { Form, FormFailure } from '../../../../ui/form/form.tsx';
import { LeaveGuard } from '../../../../ui/form/leave-guard.tsx';
import { useContractForm } from '../../../../ui/form/use-contract-form.ts';
import { useTranslation } from '../../../../ui/language/use-translation.ts';
import { SkeletonLines } from '../../../../ui/loading.tsx';
import { NewPasswordFields, newPasswordProblem } from '../../../../ui/new-password-fields.tsx';
import { Notice } from '../../../../ui/notice.tsx';
import { Page } from '../../../../ui/page.tsx';
import { useDelayed } from '../../../../ui/use-delayed.ts';
import { useMailedLink } from '../public/mailed-link.ts';
import { LinkRequest } from './link-request.tsx';

export function UpdatePasswordScreen() {
  const { type, token } = useMailedLink();
  return type === 'recovery' && token ? <Recovery key={token} token={token} /> : <NoRecoveryLink />;
}

/** Explains that the password is changed in the settings if there is no recovery link. */
function NoRecoveryLink() {
  const { t } = useTranslation('account');
  return (
    <Page title={t('updatePassword.elsewhereTitle')} width="form">
      <Card>
        <Notice>{t('updatePassword.elsewhere')}</Notice>
        <ButtonLink to="/dashboard" wide>
          {t('updatePassword.toDashboard')}
        </ButtonLink>
      </Card>
    </Page>
  );
}

function Recovery({ token }: { token: string }) {
  const { t } = useTranslation('account');
  const describe = useErrorText();
  const check = useLinkCheck(token);
  const isTransient = check.isError && isTransientFailure(check.error);
  return (
    <Page title={t('updatePassword.title')} width="form">
      <Card>
        {check.isSuccess && (
          <>
            <LinkRequest description={check.data} />
            <RecoveryForm token={token} />
          </>
        )}
        {isTransient && <ErrorState error={check.error} onRetry={() => void check.refetch()} />}
        {check.isError && !isTransient && (
          <>
            <Notice kind="error" announced title={t('updatePassword.linkFailed')}>
              {describe(check.error)}
            </Notice>
            <ButtonLink to="/forgot-password" wide>
              {t('updatePassword.again')}
            </ButtonLink>
          </>
        )}
        {!check.isSuccess && !check.isError && (
          <>
            <p>{t('updatePassword.checking')}</p>
            <SkeletonLines lines={3} />
          </>
        )}
      </Card>
    </Page>
  );
}

function useLinkCheck(token: string) {
  return useQuery({
    queryKey: queryKeys.mailedLink('new-password', token),
    queryFn: ({ signal }) => api.describeLink({ body: { type: 'recovery', token } }, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
}

function RecoveryForm({ token }: { token: string }) {
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
      // The new password ended every session, including one of this browser.
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

export function PasswordSuccessScreen() {
  const { t } = useTranslation('account');
  const navigate = useNavigate();
  useDelayed(true, screenTimings.passwordSuccessRedirect, () => {
    void navigate({ to: '/login', replace: true });
  });
  return (
    <Page title={t('passwordSuccess.title')} width="form">
      <Card>
        <Notice kind="success" announced>
          {t('passwordSuccess.text')}
        </Notice>
        <p>{t('passwordSuccess.next')}</p>
        <ButtonLink to="/login" wide>
          {t('passwordSuccess.now')}
        </ButtonLink>
      </Card>
    </Page>
  );
}
