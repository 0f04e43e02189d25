import { useNavigate } from '@tanstack/react-router';
import { screenTimings } from '@zavet/contract/timings';
import { useState } from 'react';
import { api } from '../../../../platform/client/api.ts';
import { AddressSuggestion } from '../../../../ui/address-suggestion.tsx';
import { Button, TextLink } from '../../../../ui/button.tsx';
import { Card } from '../../../../ui/card.tsx';
import { Field } from '../../../../ui/field.tsx';
import { Form, FormFailure } from '../../../../ui/form/form.tsx';
import { useContractForm } from '../../../../ui/form/use-contract-form.ts';
import { useTranslation } from '../../../../ui/language/use-translation.ts';
import { Notice } from '../../../../ui/notice.tsx';
import { Page } from '../../../../ui/page.tsx';
import { useDelayed } from '../../../../ui/use-delayed.ts';
import styles from './account.module.css';
import {
  GuestCard,
  rememberedEmail,
  useRedirectWhenSignedIn,
  useRememberedEmail,
} from './guest-page.tsx';
import { CapturedMailHint } from './mail-notices.tsx';

export function ForgotPasswordScreen() {
  const { t } = useTranslation('account');
  const navigate = useNavigate();
  const [mailedTo, setMailedTo] = useState<string>();
  const isSent = mailedTo !== undefined;
  useRedirectWhenSignedIn(!isSent);
  useDelayed(isSent, screenTimings.forgotPasswordRedirect, () => {
    const sentMail = { kind: 'forgot', email: mailedTo ?? '' } as const;
    void navigate({ to: '/login', state: { sentMail } });
  });
  const form = useContractForm({
    schema: async () => (await import('@zavet/contract/identity/account-schemas')).emailOnlyInput,
    initialValues: { email: rememberedEmail() },
    submit: async (body) => {
      await api.recover({ body });
      setMailedTo(body.email);
    },
  });
  useRememberedEmail(form);

  return (
    <Page title={t('forgot.title')} lead={t('forgot.lead')} width="form">
      {isSent ? (
        <>
          <Notice kind="success" announced takesFocus title={t('forgot.success')} />
          <CapturedMailHint />
        </>
      ) : (
        <GuestCard>
          <Card>
            <Form {...form.formProps}>
              <FormFailure failure={form.failure} title={t('forgot.failure')} />
              <div>
                <Field
                  {...form.field('email')}
                  label={t('fields.email')}
                  type="email"
                  autoComplete="username"
                  aria-required
                />
                <AddressSuggestion
                  address={form.values.email}
                  onCorrect={(email) => form.setValues({ email })}
                />
              </div>
              <Button type="submit" wide loading={form.isBusy}>
                {t('forgot.submit')}
              </Button>
            </Form>
          </Card>
        </GuestCard>
      )}
      <p className={styles.below}>
        <TextLink to="/login">{t('forgot.back')}</TextLink>
      </p>
    </Page>
  );
}
