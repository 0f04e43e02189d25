import {
  type MailboxProvider,
  type MailboxSecurity,
  mailboxProviders,
} from '@zavet/contract/mail/mailbox-values';
import { useState } from 'react';
import { Button } from '../../../../ui/button.tsx';
import { RadioGroup } from '../../../../ui/choice-fields.tsx';
import { Field } from '../../../../ui/field.tsx';
import { Form, FormFailure } from '../../../../ui/form/form.tsx';
import { LeaveGuard } from '../../../../ui/form/leave-guard.tsx';
import { useContractForm } from '../../../../ui/form/use-contract-form.ts';
import { useTranslation } from '../../../../ui/language/use-translation.ts';
import { Notice } from '../../../../ui/notice.tsx';
import { PasswordField } from '../../../../ui/password-field.tsx';
import { toasts } from '../../../../ui/toasts.tsx';
import { useConnectMailbox } from '../use-mailbox.ts';
import { connectSchema } from './connect-schema.ts';
import { examplesOf, providerOfAddress } from './provider-rules.ts';
import { ServerFields, usualPorts } from './server-fields.tsx';
import styles from './settings.module.css';
import { TestingNote } from './testing-note.tsx';

interface ConnectFormProps {
  /** The owner's own, which is often the one. */
  address: string;
  onConnected: () => void;
}

/** Which service it is first, then address and password; any other server is asked for as well. */
export function ConnectForm({ address, onConnected }: ConnectFormProps) {
  const { t } = useTranslation('mailbox');
  const connect = useConnectMailbox();
  const [provider, setProvider] = useState(() => providerOfAddress(address));
  const isOther = provider === 'other';
  const form = useContractForm({
    schema: connectSchema,
    initialValues: {
      email: address,
      password: '',
      user: '',
      host: '',
      port: String(usualPorts.tls),
      security: 'tls' as MailboxSecurity,
    },
    toInput: ({ email, password, user, host, port, security }) => ({
      provider: provider ?? 'other',
      email,
      password,
      user: isOther && user.trim() !== '' ? user : undefined,
      host: isOther ? host : undefined,
      port: isOther ? port : undefined,
      security: isOther ? security : undefined,
    }),
    fieldOfCode: {
      mailbox_login_refused: ['password', 'mailbox_login_refused'],
      ...(isOther && { mailbox_host_forbidden: ['host', 'mailbox_host_forbidden'] }),
    },
    submit: async (body) => {
      await connect.mutateAsync({ body });
      onConnected();
      toasts.success(t('connect.done'));
    },
  });

  function choose(value: string) {
    setProvider(mailboxProviders.find((one) => one === value));
  }

  return (
    <Form {...form.formProps}>
      <RadioGroup
        legend={t('connect.provider')}
        value={provider ?? ''}
        options={mailboxProviders.map((value) => ({
          value,
          label: t(`providers.${value}`),
          note: examplesOf(value) ?? t('connect.otherNote'),
        }))}
        onChange={choose}
      />
      {provider && (
        <>
          <PasswordHint provider={provider} />
          <div className={styles.fields}>
            <Field
              {...form.field('email')}
              label={t('connect.email')}
              type="email"
              inputMode="email"
              autoComplete="email"
            />
            {isOther && <ServerFields form={form} />}
            <PasswordField
              {...form.field('password')}
              label={t(isOther ? 'connect.password' : 'connect.appPassword')}
              help={t('connect.passwordHelp')}
              // Else a browser would fill in the password of this account.
              autoComplete="new-password"
            />
          </div>
          <FormFailure failure={form.failure} title={t('connect.failed')} />
          <TestingNote isTesting={form.isBusy} />
          <div className={styles.actions}>
            <Button type="submit" loading={form.isBusy}>
              {t('connect.submit')}
            </Button>
          </div>
        </>
      )}
      <LeaveGuard isChanged={form.isChanged && !form.isBusy && !connect.isSuccess} />
    </Form>
  );
}

/** Where the service gives out the password that is asked for. */
function PasswordHint({ provider }: { provider: MailboxProvider }) {
  const { t } = useTranslation('mailbox');
  return (
    <Notice
      kind={provider === 'outlook' ? 'warning' : 'info'}
      title={t(`connect.hints.${provider}.title`)}
    >
      {t(`connect.hints.${provider}.text`)}
    </Notice>
  );
}
