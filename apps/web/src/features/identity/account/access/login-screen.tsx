import { useLocation, useNavigate, useSearch } from '@tanstack/react-router';
import { ApiError } from '@zavet/contract/client';
import type { SecondStepView } from '@zavet/contract/identity/factor-schemas';
import { useState } from 'react';
import { api } from '../../../../platform/client/api.ts';
import { sessionKeeper, useSession } from '../../../../platform/session/session.ts';
import { Button, TextLink } from '../../../../ui/button.tsx';
import { Card } from '../../../../ui/card.tsx';
import { useErrorText } from '../../../../ui/error-text.ts';
import { Field } from '../../../../ui/field.tsx';
import { Form } from '../../../../ui/form/form.tsx';
import { useContractForm } from '../../../../ui/form/use-contract-form.ts';
import { loadTexts } from '../../../../ui/language/i18n.ts';
import { useTranslation } from '../../../../ui/language/use-translation.ts';
import { lazyComponent } from '../../../../ui/lazy-component.tsx';
import { Notice } from '../../../../ui/notice.tsx';
import { Page } from '../../../../ui/page.tsx';
import { PasswordField } from '../../../../ui/password-field.tsx';
import { toasts } from '../../../../ui/toasts.tsx';
import styles from './account.module.css';
import {
  AboutZavet,
  GuestCard,
  rememberedEmail,
  useRedirectWhenSignedIn,
  useRememberedEmail,
} from './guest-page.tsx';
import { arePasskeysSupported } from './passkey-support.ts';
import type { SignInResult } from './second-step.tsx';

const SentMailNotice = lazyComponent(
  async () => (await import('./mail-notices.tsx')).SentMailNotice,
);
const UnconfirmedNotice = lazyComponent(
  async () => (await import('./mail-notices.tsx')).UnconfirmedNotice,
);
const PasskeyNotice = lazyComponent(async () => {
  const [{ PasskeyNotice }] = await Promise.all([
    import('./factor-controls.tsx'),
    loadTexts('factors'),
  ]);
  return PasskeyNotice;
});
const SecondStep = lazyComponent(async () => {
  const [{ SecondStep }] = await Promise.all([import('./second-step.tsx'), loadTexts('factors')]);
  return SecondStep;
});

export function LoginScreen() {
  const { t } = useTranslation(['account', 'shell']);
  const session = useSession();
  const navigate = useNavigate();
  const sentMail = useLocation({ select: (location) => location.state.sentMail });
  const { redirect } = useSearch({ from: '/public/login' });
  const [step, setStep] = useState<SecondStepView>();
  useRedirectWhenSignedIn(true, redirect);

  const form = useContractForm({
    schema: async () => (await import('@zavet/contract/identity/account-schemas')).signInInput,
    initialValues: { email: rememberedEmail() || (sentMail?.email ?? ''), password: '' },
    submit: async (body) => {
      const { session, second_step } = await api.signIn({ body });
      if (session) welcome({ session });
      else setStep(second_step);
    },
  });

  useRememberedEmail(form);

  function welcome({ session, has_ended_waiting_period }: SignInResult) {
    sessionKeeper.signedIn(session);
    toasts.success(t('login.success'));
    if (has_ended_waiting_period) void import('./second-step.tsx').then((m) => m.notifyEndedWait());
  }

  function changeEmail(email: string) {
    form.setValues({ email });
    if (sentMail?.kind === 'forgot') void navigate({ to: '/forgot-password' });
    else void navigate({ to: '/signup', search: { redirect } });
  }

  if (step) {
    return <SecondStep step={step} onSignedIn={welcome} onRestart={() => setStep(undefined)} />;
  }
  const hasSessionEnded = session.status === 'signed_out' && session.reason === 'ended';
  return (
    <Page title={t('login.title')} lead={t('login.lead')} width="form" beside={<AboutZavet />}>
      {sentMail && (
        <>
          <Notice
            kind="success"
            title={t(sentMail.kind === 'signUp' ? 'login.afterSignUp' : 'forgot.success')}
          />
          <SentMailNotice sentMail={sentMail} onChangeEmail={changeEmail} />
        </>
      )}
      {hasSessionEnded && <Notice kind="warning">{t('shell:sessionEnded')}</Notice>}
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

interface LoginFailureProps {
  failure: unknown;
  email: string;
}

function LoginFailure({ failure, email }: LoginFailureProps) {
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
  const notice = <Notice kind="error" announced title={title} />;
  if (failure.code === 'invalid_credentials') return notice;
  if (failure.code === 'email_not_verified') {
    return <UnconfirmedNotice title={title} email={email} failed={() => notice} />;
  }
  return (
    <Notice kind="error" announced title={t('login.failure')}>
      {title}
    </Notice>
  );
}

interface PasskeySignInProps {
  onSignedIn: (result: SignInResult) => void;
}

/** Signs in without a password. The WebAuthn code is loaded when the button is pressed. */
function PasskeySignIn({ onSignedIn }: PasskeySignInProps) {
  const { t } = useTranslation('account');
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>();
  if (!arePasskeysSupported()) return null;

  async function signIn() {
    setBusy(true);
    setFailure(undefined);
    try {
      const [{ requestPasskey }, request] = await Promise.all([
        import('./passkeys.ts'),
        api.startPasskeySignIn(),
      ]);
      const passkey = await requestPasskey(request);
      onSignedIn(await api.signInWithPasskey({ body: { passkey } }));
    } catch (error) {
      setFailure(error);
    } finally {
      setBusy(false);
    }
  }

  return (
    <>
      <Button kind="quiet" wide loading={isBusy} onClick={() => void signIn()}>
        {t('login.passkey')}
      </Button>
      {failure !== undefined && <PasskeyNotice failure={failure} />}
    </>
  );
}
