import { ApiError } from '@zavet/contract/client';
import { moscowDay } from '@zavet/contract/days';
import { legalEditions } from '@zavet/contract/legal/editions';
import { useTranslation } from 'react-i18next';
import { Button } from '../../interface/button.tsx';
import { Field } from '../../interface/field.tsx';
import { Form, FormFailure } from '../../interface/form/form.tsx';
import { LeaveGuard } from '../../interface/form/leave-guard.tsx';
import { useContractForm } from '../../interface/form/use-contract-form.ts';
import { currentLanguage } from '../../interface/language/i18n.ts';
import { NewPasswordFields, newPasswordProblem } from '../../interface/new-password-fields.tsx';
import { api } from '../session/api.ts';
import { acceptances, acceptedEditions } from './acceptance-rules.ts';
import { Acceptances } from './acceptances.tsx';
import styles from './account.module.css';

const initialValues = {
  email: '',
  password: '',
  confirm_password: '',
  privacy_policy: false,
  terms_of_use: false,
  public_offer: false,
};

export function SignUpForm({ onDone }: { onDone: () => void }) {
  const { t } = useTranslation('account');
  const form = useContractForm({
    schema: async () => (await import('@zavet/contract/account/account-schemas')).signUpInput,
    initialValues,
    toInput: signUpInputOf,
    check: ({ password }) => ({ password: newPasswordProblem(password) }),
    fieldOfCode: { weak_password: ['password', 'weak_password'] },
    submit: async (body) => {
      await api.signUp({ body });
      onDone();
    },
  });
  const hasAcceptedAll = acceptances.every((name) => form.values[name]);
  const failureTitle =
    form.failure instanceof ApiError ? t('signUp.failure') : t('signUp.exception');

  return (
    <Form {...form.formProps}>
      <LeaveGuard isChanged={form.isChanged} />
      <FormFailure failure={form.failure} title={failureTitle} />
      <Field
        {...form.field('email')}
        label={t('fields.email')}
        type="email"
        autoComplete="username"
        aria-required
      />
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
