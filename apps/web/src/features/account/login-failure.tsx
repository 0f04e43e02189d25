import { ApiError } from '@zavet/contract/client';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useErrorText } from '../../interface/error-text.ts';
import { Notice } from '../../interface/notice.tsx';

const UnconfirmedNotice = lazy(() =>
  import('./unconfirmed-notice.tsx').then((module) => ({ default: module.UnconfirmedNotice })),
);

interface LoginFailureProps {
  failure: unknown;
  email: string;
}

export function LoginFailure({ failure, email }: LoginFailureProps) {
  const { t } = useTranslation('account');
  const describe = useErrorText();
  if (failure === undefined) return null;
  if (!(failure instanceof ApiError)) {
    return (
      <Notice kind="error" announced title={t('login.exception')}>
        {describe(failure)}
      </Notice>
    );
  }
  if (failure.code === 'invalid_credentials') {
    return <Notice kind="error" announced title={describe(failure)} />;
  }
  if (failure.code === 'email_not_verified') {
    return (
      <Suspense>
        <UnconfirmedNotice title={describe(failure)} email={email} />
      </Suspense>
    );
  }
  return (
    <Notice kind="error" announced title={t('login.failure')}>
      {describe(failure)}
    </Notice>
  );
}
