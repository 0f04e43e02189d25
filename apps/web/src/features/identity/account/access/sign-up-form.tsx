import { ApiError } from '@zavet/contract/client';
import { moscowDay } from '@zavet/contract/days';
import { legalEditions } from '@zavet/contract/identity/editions';
import { useEffect, useEffectEvent, useRef } from 'react';
import { api } from '../../../../platform/client/api.ts';
import { AddressSuggestion } from '../../../../ui/address-suggestion.tsx';
import { Button } from '../../../../ui/button.tsx';
import { Field } from '../../../../ui/field.tsx';
import { Form, FormFailure } from '../../../../ui/form/form.tsx';
import { LeaveGuard } from '../../../../ui/form/leave-guard.tsx';
import { useContractForm } from '../../../../ui/form/use-contract-form.ts';
import { currentLanguage } from '../../../../ui/language/i18n.ts';
import { useTranslation } from '../../../../ui/language/use-translation.ts';
import { NewPasswordFields, newPasswordProblem } from '../../../../ui/new-password-fields.tsx';
import { acceptances, acceptedEditions } from './acceptance-rules.ts';
import { Acceptances } from './acceptances.tsx';
import styles from './account.module.css';
import { carriedAddress, useCarriedAddress } from './carried-address.ts';

const initialValues = {
  email: '',
  password: '',
  confirm_password: '',
  privacy_policy: false,
  terms_of_use: false,
  public_offer: false,
};

interface SignUpFormProps {
  /** Shown; a form that was sent waits for an address that is corrected. */
  isOpen: boolean;
  /** The address to go on with when the form is opened again. */
  corrected: string | undefined;
  onDone: (email: string) => void;
}

export function SignUpForm({ isOpen, corrected, onDone }: SignUpFormProps) {
  const { t } = useTranslation('account');
  const addressField = useRef<HTMLInputElement>(null);
  const form = useContractForm({
    schema: async () => (await import('@zavet/contract/identity/account-schemas')).signUpInput,
    initialValues: { ...initialValues, email: carriedAddress() },
    toInput: signUpInputOf,
    check: ({ email, password }) => ({ password: newPasswordProblem(password, email) }),
    fieldOfCode: { weak_password: ['password', 'weak_password'] },
    submit: async (body) => {
      await api.signUp({ body });
      onDone(body.email);
    },
  });
  useCarriedAddress(form);
  const openAgain = useEffectEvent(() => {
    if (corrected === undefined) return;
    form.setValues({ email: corrected });
    addressField.current?.focus();
  });
  useEffect(() => {
    if (isOpen) openAgain();
  }, [isOpen]);
  const hasAcceptedAll = acceptances.every((name) => form.values[name]);
  // The address is carried to the next screen and so is not lost.
  const hasMore = Object.entries(initialValues).some(
    ([name, first]) =>
      name !== 'email' && form.values[name as keyof typeof initialValues] !== first,
  );
  const failureTitle =
    form.failure instanceof ApiError ? t('signUp.failure') : t('signUp.exception');

  return (
    <Form {...form.formProps}>
      <LeaveGuard isChanged={isOpen && hasMore} />
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
      <Acceptances check={form.check} />
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
