import { ApiError } from '@zavet/contract/client';
import { useErrorText } from '../../../../ui/error-text.ts';
import { useTranslation } from '../../../../ui/language/use-translation.ts';
import { lazyPart } from '../../../../ui/lazy-part.tsx';
import { Notice } from '../../../../ui/notice.tsx';

const UnconfirmedNotice = lazyPart(
  async () => (await import('./unconfirmed-notice.tsx')).UnconfirmedNotice,
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
  const title = describe(failure);
  const words = <Notice kind="error" announced title={title} />;
  if (failure.code === 'invalid_credentials') return words;
  if (failure.code === 'email_not_verified') {
    return <UnconfirmedNotice title={title} email={email} failed={() => words} />;
  }
  return (
    <Notice kind="error" announced title={t('login.failure')}>
      {title}
    </Notice>
  );
}
