import { ApiError } from '@zavet/contract/client';
import { useTranslation } from 'react-i18next';
import { useErrorText } from '../../interface/error-text.ts';
import { Notice } from '../../interface/notice.tsx';
import { MailboxHint } from './mailbox-hint.tsx';
import { ResendLink } from './resend-link.tsx';

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
      <Notice
        kind="warning"
        announced
        title={describe(failure)}
        actions={<ResendLink email={email} />}
      >
        <MailboxHint />
      </Notice>
    );
  }
  return (
    <Notice kind="error" announced title={t('login.failure')}>
      {describe(failure)}
    </Notice>
  );
}
