import { useLocation } from '@tanstack/react-router';
import { ButtonLink } from '../../interface/button.tsx';
import { useTranslation } from '../../interface/language/use-translation.ts';
import { Notice } from '../../interface/notice.tsx';

/** For those who come back signed out: in, and then back to this very address. */
export function SignInFirst() {
  const { t } = useTranslation('payment');
  const href = useLocation({ select: (location) => location.href });
  return (
    <>
      <Notice title={t('signIn.title')}>{t('signIn.text')}</Notice>
      <ButtonLink to="/login" search={{ redirect: href }} wide>
        {t('signIn.action')}
      </ButtonLink>
    </>
  );
}
