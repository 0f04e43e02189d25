import { useQuery } from '@tanstack/react-query';
import { api } from '../../../../platform/client/api.ts';
import { isPassingFailure } from '../../../../platform/client/retry-policy.ts';
import { queryKeys } from '../../../../platform/queries/query-keys.ts';
import { ButtonLink } from '../../../../ui/button.tsx';
import { Card } from '../../../../ui/card.tsx';
import { ErrorState } from '../../../../ui/error-state.tsx';
import { useErrorText } from '../../../../ui/error-text.ts';
import { useTranslation } from '../../../../ui/language/use-translation.ts';
import { SkeletonLines } from '../../../../ui/loading.tsx';
import { Notice } from '../../../../ui/notice.tsx';
import { Page } from '../../../../ui/page.tsx';
import { useMailedLink } from '../public/mailed-link.ts';
import { LinkRequest } from './link-request.tsx';
import { RecoveryForm } from './recovery-form.tsx';

export function UpdatePasswordScreen() {
  const { type, token } = useMailedLink();
  return type === 'recovery' && token ? <Recovery key={token} token={token} /> : <Elsewhere />;
}

/** Opened without a recovery link: the password is changed in the settings. */
function Elsewhere() {
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
  const mayPass = check.isError && isPassingFailure(check.error);
  return (
    <Page
      title={t('updatePassword.title')}
      lead={check.isSuccess ? t('updatePassword.lead') : undefined}
      width="form"
    >
      <Card>
        {check.isSuccess && (
          <>
            <LinkRequest description={check.data} />
            <RecoveryForm token={token} />
          </>
        )}
        {mayPass && <ErrorState error={check.error} onRetry={() => void check.refetch()} />}
        {check.isError && !mayPass && (
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
