import { useNavigate, useSearch } from '@tanstack/react-router';
import { screenTimings } from '@zavet/contract/timings';
import { useState } from 'react';
import { TextLink } from '../../../../ui/button.tsx';
import { Card } from '../../../../ui/card.tsx';
import { useTranslation } from '../../../../ui/language/use-translation.ts';
import { Notice } from '../../../../ui/notice.tsx';
import { Page } from '../../../../ui/page.tsx';
import { useDelayed } from '../../../../ui/use-delayed.ts';
import { AboutZavet } from './about-zavet.tsx';
import styles from './account.module.css';
import { GuestCard } from './guest-card.tsx';
import { MailedTo } from './mailed-to.tsx';
import { keepPathAfterSignUp } from './path-after-sign-up.ts';
import { SignUpForm } from './sign-up-form.tsx';
import { useLeaveWhenSignedIn } from './use-leave-when-signed-in.ts';

export function SignUpScreen() {
  const { t } = useTranslation('account');
  const navigate = useNavigate();
  const { redirect } = useSearch({ from: '/public/signup' });
  const [mailedTo, setMailedTo] = useState<string>();
  const [corrected, setCorrected] = useState<string>();
  const [isUsed, setUsed] = useState(false);
  const isDone = mailedTo !== undefined;
  useLeaveWhenSignedIn(!isDone, redirect);
  // Who presses something here is not led away from it.
  const isGoingOn = isDone && !isUsed;
  useDelayed(isGoingOn, screenTimings.signUpRedirect, () => {
    const justMailed = { kind: 'signUp', email: mailedTo ?? '' } as const;
    void navigate({ to: '/login', search: { redirect }, state: { justMailed } });
  });

  function done(email: string) {
    keepPathAfterSignUp(redirect);
    setMailedTo(email);
  }

  function takeAnother(email: string) {
    setCorrected(email);
    setMailedTo(undefined);
    setUsed(false);
  }

  return (
    <Page title={t('signUp.title')} lead={t('signUp.lead')} width="form" beside={<AboutZavet />}>
      {isDone && (
        <>
          <Notice kind="success" announced takesFocus title={t('signUp.success')} />
          <MailedTo
            mailed={{ kind: 'signUp', email: mailedTo }}
            onAnother={takeAnother}
            onUse={() => setUsed(true)}
          />
          {/* Below: what goes away must not move a button that is just being pressed. */}
          {isGoingOn && <p className={styles.below}>{t('signUp.next')}</p>}
        </>
      )}
      {/* Kept for those who come back for another address: nothing has to be typed twice. */}
      <div hidden={isDone}>
        <GuestCard>
          <Card>
            <SignUpForm isOpen={!isDone} corrected={corrected} onDone={done} />
          </Card>
        </GuestCard>
      </div>
      <p className={styles.below}>
        {t('signUp.haveAccount')}{' '}
        <TextLink to="/login" search={{ redirect }}>
          {t('signUp.signIn')}
        </TextLink>
      </p>
    </Page>
  );
}
