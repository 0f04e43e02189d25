import { useTranslation } from 'react-i18next';
import { ButtonLink } from '../../interface/button.tsx';
import { useErrorText } from '../../interface/error-text.ts';
import { Notice } from '../../interface/notice.tsx';
import type { LinkOutcome } from './follow-link.ts';

export function VerifyResult({ outcome }: { outcome: LinkOutcome }) {
  const { t } = useTranslation('account');
  const describe = useErrorText();
  switch (outcome.kind) {
    case 'signed_in':
      return <Notice kind="success" title={t('verify.signedIn')} />;
    case 'verified':
      return (
        <>
          <Notice kind="success" title={t('verify.verified')} />
          <ButtonLink to="/login" wide>
            {t('verify.signIn')}
          </ButtonLink>
        </>
      );
    case 'verify_failed':
      return (
        <>
          <Notice kind="error" title={t(`verify.${outcome.reason}`)} />
          <ButtonLink to="/login" wide>
            {t('verify.signIn')}
          </ButtonLink>
          <ButtonLink to="/signup" kind="quiet" wide>
            {t('verify.signUpAgain')}
          </ButtonLink>
        </>
      );
    case 'email_changed':
      return (
        <>
          <Notice kind="success" title={t('emailChange.confirmed', { email: outcome.email })} />
          <ButtonLink to="/settings" wide>
            {t('emailChange.toSettings')}
          </ButtonLink>
        </>
      );
    case 'change_failed':
      return (
        <>
          <Notice kind="error" title={t('emailChange.failed')}>
            {describe(outcome.error)}
          </Notice>
          <ButtonLink to="/settings" wide>
            {t('emailChange.toSettings')}
          </ButtonLink>
        </>
      );
    case 'email_restored':
      return (
        <>
          <Notice kind="success" title={t('emailUndo.restored', { email: outcome.email })}>
            {t('emailUndo.advice')}
          </Notice>
          <ButtonLink to="/forgot-password" wide>
            {t('emailUndo.newPassword')}
          </ButtonLink>
          <ButtonLink to="/login" kind="quiet" wide>
            {t('verify.signIn')}
          </ButtonLink>
        </>
      );
    case 'undo_failed':
      return (
        <>
          <Notice kind="error" title={t('emailUndo.failed')}>
            {describe(outcome.error)}
          </Notice>
          <ButtonLink to="/login" wide>
            {t('verify.signIn')}
          </ButtonLink>
        </>
      );
  }
}
