import { useNavigate } from '@tanstack/react-router';
import { screenTimings } from '@zavet/contract/timings';
import { ButtonLink } from '../../../../ui/button.tsx';
import { Card } from '../../../../ui/card.tsx';
import { useTranslation } from '../../../../ui/language/use-translation.ts';
import { Notice } from '../../../../ui/notice.tsx';
import { Page } from '../../../../ui/page.tsx';
import { useDelayed } from '../../../../ui/use-delayed.ts';

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
