import { useNavigate } from '@tanstack/react-router';
import { screenTimings } from '@zavet/contract/timings';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { TextLink } from '../../interface/button.tsx';
import { Card } from '../../interface/card.tsx';
import { Notice } from '../../interface/notice.tsx';
import { Page } from '../../interface/page.tsx';
import { useDelayed } from '../../interface/use-delayed.ts';
import styles from './account.module.css';
import { MailboxHint } from './mailbox-hint.tsx';
import { SignUpForm } from './sign-up-form.tsx';
import { useLeaveWhenSignedIn } from './use-leave-when-signed-in.ts';

export function SignUpScreen() {
  const { t } = useTranslation('account');
  const navigate = useNavigate();
  const [isDone, setDone] = useState(false);
  useLeaveWhenSignedIn(!isDone);
  useDelayed(isDone, screenTimings.signUpRedirect, () => {
    void navigate({ to: '/login', state: { justMailed: 'signUp' } });
  });

  return (
    <Page title={t('signUp.title')} lead={t('signUp.lead')} width="form">
      {isDone ? (
        <>
          <Notice kind="success" announced takesFocus title={t('signUp.success')}>
            {t('signUp.next')}
          </Notice>
          <MailboxHint />
        </>
      ) : (
        <Card>
          <SignUpForm onDone={() => setDone(true)} />
        </Card>
      )}
      <p className={styles.below}>
        {t('signUp.haveAccount')} <TextLink to="/login">{t('signUp.signIn')}</TextLink>
      </p>
    </Page>
  );
}
