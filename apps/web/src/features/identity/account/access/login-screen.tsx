import { useLocation, useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import type { SessionView } from '@zavet/contract/identity/account-schemas';
import type { SecondStepView } from '@zavet/contract/identity/factor-schemas';
import { useEffect, useState } from 'react';
import { api } from '../../../../platform/client/api.ts';
import { sessionKeeper, useSession } from '../../../../platform/session/session.ts';
import { Button, TextLink } from '../../../../ui/button.tsx';
import { Card } from '../../../../ui/card.tsx';
import { Field } from '../../../../ui/field.tsx';
import { Form } from '../../../../ui/form/form.tsx';
import { useContractForm } from '../../../../ui/form/use-contract-form.ts';
import { loadTexts } from '../../../../ui/language/i18n.ts';
import { useTranslation } from '../../../../ui/language/use-translation.ts';
import { lazyPart } from '../../../../ui/lazy-part.tsx';
import { Notice } from '../../../../ui/notice.tsx';
import { Page } from '../../../../ui/page.tsx';
import { PasswordField } from '../../../../ui/password-field.tsx';
import { toasts } from '../../../../ui/toasts.tsx';
import { AboutZavet } from './about-zavet.tsx';
import styles from './account.module.css';
import { carriedAddress, useCarriedAddress } from './carried-address.ts';
import { GuestCard } from './guest-card.tsx';
import { LoginFailure } from './login-failure.tsx';
import { PasskeySignIn } from './passkey-sign-in.tsx';
import { safeRedirect } from './safe-redirect.ts';

const MailedTo = lazyPart(async () => (await import('./mailed-to.tsx')).MailedTo);
const SecondStep = lazyPart(async () => {
  const [{ SecondStep }] = await Promise.all([import('./second-step.tsx'), loadTexts('factors')]);
  return SecondStep;
});

export function LoginScreen() {
  const { t } = useTranslation(['account', 'shell']);
  const session = useSession();
  const navigate = useNavigate();
  const justMailed = useLocation({ select: (location) => location.state.justMailed });
  const { redirect } = useSearch({ from: '/public/login' });
  const [step, setStep] = useState<SecondStepView>();
  useGoOnWhenSignedIn(redirect);

  const form = useContractForm({
    schema: async () => (await import('@zavet/contract/identity/account-schemas')).signInInput,
    initialValues: { email: carriedAddress() || (justMailed?.email ?? ''), password: '' },
    submit: async (body) => {
      const answer = await api.signIn({ body });
      if (answer.session) welcome({ session: answer.session });
      else setStep(answer.second_step);
    },
  });

  useCarriedAddress(form);

  function welcome(answer: { session: SessionView; has_ended_wait?: boolean }) {
    sessionKeeper.signedIn(answer.session);
    toasts.success(t('login.success'));
    if (answer.has_ended_wait) void tellOfEndedWait();
  }

  function takeAnother(email: string) {
    form.setValues({ email });
    if (justMailed?.kind === 'forgot') void navigate({ to: '/forgot-password' });
    else void navigate({ to: '/signup', search: { redirect } });
  }

  if (step) {
    return <SecondStep step={step} onSignedIn={welcome} onAgain={() => setStep(undefined)} />;
  }
  const hasEnded = session.status === 'signed_out' && session.reason === 'ended';
  return (
    <Page title={t('login.title')} lead={t('login.lead')} width="form" beside={<AboutZavet />}>
      {justMailed && (
        <>
          <Notice
            kind="success"
            title={t(justMailed.kind === 'signUp' ? 'login.afterSignUp' : 'forgot.success')}
          />
          <MailedTo mailed={justMailed} onAnother={takeAnother} />
        </>
      )}
      {hasEnded && <Notice kind="warning">{t('shell:sessionEnded')}</Notice>}
      <GuestCard>
        <Card>
          <Form {...form.formProps}>
            <LoginFailure failure={form.failure} email={form.values.email} />
            <Field
              {...form.field('email')}
              label={t('fields.email')}
              type="email"
              autoComplete="username"
              aria-required
            />
            <PasswordField
              {...form.field('password')}
              label={t('fields.password')}
              autoComplete="current-password"
              aria-required
            />
            <Button type="submit" wide loading={form.isBusy}>
              {t('login.submit')}
            </Button>
          </Form>
          <PasskeySignIn onSignedIn={welcome} />
          <p className={styles.below}>
            <TextLink to="/forgot-password">{t('login.forgot')}</TextLink>
          </p>
        </Card>
      </GuestCard>
      <p className={styles.below}>
        {t('login.noAccount')}{' '}
        <TextLink to="/signup" search={{ redirect }}>
          {t('login.signUp')}
        </TextLink>
      </p>
    </Page>
  );
}

async function tellOfEndedWait(): Promise<void> {
  const { tellOfEndedWait: tell } = await import('./tell-of-ended-wait.ts');
  await tell();
}

/** Someone who is signed in, here or in another tab, goes on to where they wanted to be. */
function useGoOnWhenSignedIn(redirect: string | undefined): void {
  const router = useRouter();
  const { status } = useSession();
  useEffect(() => {
    if (status === 'signed_in') router.history.replace(safeRedirect(redirect) ?? '/dashboard');
  }, [status, redirect, router]);
}
