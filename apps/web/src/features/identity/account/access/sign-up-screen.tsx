import { useNavigate, useSearch } from '@tanstack/react-router';
import { ApiError } from '@zavet/contract/client';
import { moscowDay } from '@zavet/contract/days';
import { legalEditions, legalPaths } from '@zavet/contract/identity/editions';
import { screenTimings } from '@zavet/contract/timings';
import {
  type ComponentProps,
  type ReactNode,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react';
import { api } from '../../../../platform/client/api.ts';
import { AddressSuggestion } from '../../../../ui/address-suggestion.tsx';
import { Button, TextLink } from '../../../../ui/button.tsx';
import { Card } from '../../../../ui/card.tsx';
import { CheckField } from '../../../../ui/choice-fields.tsx';
import { Field } from '../../../../ui/field.tsx';
import { Form, FormFailure } from '../../../../ui/form/form.tsx';
import { LeaveGuard } from '../../../../ui/form/leave-guard.tsx';
import { useContractForm } from '../../../../ui/form/use-contract-form.ts';
import { currentLanguage } from '../../../../ui/language/i18n.ts';
import { Trans } from '../../../../ui/language/trans.tsx';
import { useTranslation } from '../../../../ui/language/use-translation.ts';
import { NewPasswordFields, newPasswordProblem } from '../../../../ui/new-password-fields.tsx';
import { Notice } from '../../../../ui/notice.tsx';
import { Page } from '../../../../ui/page.tsx';
import { useDelayed } from '../../../../ui/use-delayed.ts';
import { VisuallyHidden } from '../../../../ui/visually-hidden.tsx';
import { type Acceptance, acceptances, acceptedEditions } from './acceptance-rules.ts';
import styles from './account.module.css';
import {
  AboutZavet,
  GuestCard,
  rememberedEmail,
  useRedirectWhenSignedIn,
  useRememberedEmail,
} from './guest-page.tsx';
import { SentMailNotice } from './mail-notices.tsx';
import { storePathAfterSignUp } from './path-after-sign-up.ts';

export function SignUpScreen() {
  const { t } = useTranslation('account');
  const navigate = useNavigate();
  const { redirect } = useSearch({ from: '/public/signup' });
  const [mailedTo, setMailedTo] = useState<string>();
  const [correctedEmail, setCorrectedEmail] = useState<string>();
  const [hasUsedButton, setUsedButton] = useState(false);
  const isDone = mailedTo !== undefined;
  useRedirectWhenSignedIn(!isDone, redirect);
  // A visitor who used a button on this screen is not redirected.
  const isRedirecting = isDone && !hasUsedButton;
  useDelayed(isRedirecting, screenTimings.signUpRedirect, () => {
    const sentMail = { kind: 'signUp', email: mailedTo ?? '' } as const;
    void navigate({ to: '/login', search: { redirect }, state: { sentMail } });
  });

  function showSent(email: string) {
    storePathAfterSignUp(redirect);
    setMailedTo(email);
  }

  function changeEmail(email: string) {
    setCorrectedEmail(email);
    setMailedTo(undefined);
    setUsedButton(false);
  }

  return (
    <Page title={t('signUp.title')} width="form" beside={<AboutZavet />}>
      {isDone && (
        <>
          <Notice kind="success" announced takesFocus title={t('signUp.success')} />
          <SentMailNotice
            sentMail={{ kind: 'signUp', email: mailedTo }}
            onChangeEmail={changeEmail}
            onUse={() => setUsedButton(true)}
          />
          {/* Last, so that removing it does not move a button while it is pressed. */}
          {isRedirecting && <p className={styles.below}>{t('signUp.next')}</p>}
        </>
      )}
      {/* Hidden, not removed: keeps the input for a second submit with another address. */}
      <div hidden={isDone}>
        <GuestCard>
          <Card>
            <SignUpForm isOpen={!isDone} correctedEmail={correctedEmail} onDone={showSent} />
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

const initialValues = {
  email: '',
  password: '',
  confirm_password: '',
  privacy_policy: false,
  terms_of_use: false,
  public_offer: false,
};

interface SignUpFormProps {
  /** False after the submit; true again to correct the address. */
  isOpen: boolean;
  /** Address to fill in when the form is reopened. */
  correctedEmail: string | undefined;
  onDone: (email: string) => void;
}

function SignUpForm({ isOpen, correctedEmail, onDone }: SignUpFormProps) {
  const { t } = useTranslation('account');
  const addressField = useRef<HTMLInputElement>(null);
  const form = useContractForm({
    schema: async () => (await import('@zavet/contract/identity/account-schemas')).signUpInput,
    initialValues: { ...initialValues, email: rememberedEmail() },
    toInput: signUpInputOf,
    check: ({ email, password }) => ({ password: newPasswordProblem(password, email) }),
    fieldOfCode: { weak_password: ['password', 'weak_password'] },
    submit: async (body) => {
      await api.signUp({ body });
      onDone(body.email);
    },
  });
  useRememberedEmail(form);
  const reopen = useEffectEvent(() => {
    if (correctedEmail === undefined) return;
    form.setValues({ email: correctedEmail });
    addressField.current?.focus();
  });
  useEffect(() => {
    if (isOpen) reopen();
  }, [isOpen]);
  const hasAcceptedAll = acceptances.every((name) => form.values[name]);
  // The address is kept for the next screen, so leaving does not lose it.
  const hasUnsavedInput = Object.entries(initialValues).some(
    ([name, first]) =>
      name !== 'email' && form.values[name as keyof typeof initialValues] !== first,
  );
  const failureTitle =
    form.failure instanceof ApiError ? t('signUp.failure') : t('signUp.exception');

  return (
    <Form {...form.formProps}>
      <LeaveGuard isChanged={isOpen && hasUnsavedInput} />
      <FormFailure failure={form.failure} title={failureTitle} />
      <div>
        <Field
          {...form.field('email')}
          ref={addressField}
          label={t('fields.email')}
          type="email"
          autoComplete="username"
          aria-required
        />
        <AddressSuggestion
          address={form.values.email}
          onCorrect={(email) => {
            form.setValues({ email });
            addressField.current?.focus();
          }}
        />
      </div>
      <NewPasswordFields
        password={{ ...form.field('password'), label: t('fields.password') }}
        confirmation={{ ...form.field('confirm_password'), label: t('fields.confirmPassword') }}
      />
      <AcceptanceFields check={form.check} />
      {!hasAcceptedAll && (
        <p id="accept-first" className={styles.hint}>
          {t('signUp.acceptFirst')}
        </p>
      )}
      <Button
        type="submit"
        wide
        loading={form.isBusy}
        disabled={!hasAcceptedAll}
        aria-describedby={hasAcceptedAll ? undefined : 'accept-first'}
      >
        {t('signUp.submit')}
      </Button>
    </Form>
  );
}

function signUpInputOf(values: typeof initialValues) {
  return {
    email: values.email,
    password: values.password,
    confirm_password: values.confirm_password,
    accepted: acceptedEditions(values, legalEditions, moscowDay(new Date())),
    preferred_language: currentLanguage(),
  };
}

interface AcceptanceFieldsProps {
  check: (name: Acceptance) => Omit<ComponentProps<typeof CheckField>, 'label'>;
}

/** Document links open in a new tab to keep the input of the form. */
function AcceptanceFields({ check }: AcceptanceFieldsProps) {
  const { t } = useTranslation('account');
  return (
    <fieldset className={styles.acceptances}>
      <legend>
        <VisuallyHidden>{t('signUp.acceptances')}</VisuallyHidden>
      </legend>
      {acceptances.map((name) => (
        <CheckField
          key={name}
          {...check(name)}
          aria-required
          label={
            <Trans
              t={t}
              i18nKey={`signUp.accept.${name}`}
              components={{
                document: <DocumentLink path={legalPaths[name]} />,
                consent: <DocumentLink path={legalPaths.personal_data_consent} />,
              }}
            />
          }
        />
      ))}
    </fieldset>
  );
}

function DocumentLink({ path, children }: { path: string; children?: ReactNode }) {
  const { t } = useTranslation('account');
  return (
    <a href={path} target="_blank" rel="noopener">
      {children}
      <VisuallyHidden> {t('signUp.newTab')}</VisuallyHidden>
    </a>
  );
}
