import { useNavigate } from '@tanstack/react-router';
import { screenTimings } from '@zavet/contract/timings';
import { ButtonLink } from '../../../interface/button.tsx';
import { Card } from '../../../interface/card.tsx';
import { useTranslation } from '../../../interface/language/use-translation.ts';
import { Notice } from '../../../interface/notice.tsx';
import { Page } from '../../../interface/page.tsx';
import { useDelayed } from '../../../interface/use-delayed.ts';

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
