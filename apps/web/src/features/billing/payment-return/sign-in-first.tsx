import { useLocation } from '@tanstack/react-router';
import { ButtonLink } from '../../../ui/button.tsx';
import { useTranslation } from '../../../ui/language/use-translation.ts';
import { ReturnResult } from './return-result.tsx';

/** For those who come back signed out: in, and then back to this very address. */
export function SignInFirst() {
  const { t } = useTranslation('payment');
  const href = useLocation({ select: (location) => location.href });
  return (
    <ReturnResult
      isGood
      title={t('signIn.title')}
      actions={
        <ButtonLink to="/login" search={{ redirect: href }}>
          {t('signIn.action')}
        </ButtonLink>
      }
    >
      <p>{t('signIn.text')}</p>
    </ReturnResult>
  );
}
