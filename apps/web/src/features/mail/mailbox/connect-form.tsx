import {
  type MailboxProvider,
  type MailboxSecurity,
  mailboxProviders,
  mailboxSecurities,
} from '@zavet/contract/mail/mailbox-values';
import { useState } from 'react';
import { useEndpoint } from '../../../platform/queries/use-endpoint.ts';
import { Button } from '../../../ui/button.tsx';
import { RadioGroup } from '../../../ui/choice-fields.tsx';
import { Field } from '../../../ui/field.tsx';
import { Form, FormFailure } from '../../../ui/form/form.tsx';
import { LeaveGuard } from '../../../ui/form/leave-guard.tsx';
import { useContractForm } from '../../../ui/form/use-contract-form.ts';
import { useTranslation } from '../../../ui/language/use-translation.ts';
import { SkeletonLines } from '../../../ui/loading.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { PasswordField } from '../../../ui/password-field.tsx';
import { SelectField } from '../../../ui/select.tsx';
import { toasts } from '../../../ui/toasts.tsx';
import styles from './mailbox.module.css';
import { exampleDomainsOf, providerOfAddress } from './mailbox-rules.ts';
import { connectSchema, useConnectMailbox } from './use-mailbox.ts';

const consequencePoints = ['reading', 'kept', 'protocol'] as const;

/** Explains the consequences of a connection and shows its form. */
export function ConnectMailbox({ onConnected }: { onConnected: () => void }) {
  const { t } = useTranslation('mailbox');
  const profile = useEndpoint('getProfile');
  return (
    <>
      <ul className={styles.points}>
        {consequencePoints.map((point) => (
          <li key={point}>{t(`connect.points.${point}`)}</li>
        ))}
      </ul>
      {profile.isPending ? (
        <SkeletonLines lines={4} />
      ) : (
        <ConnectForm address={profile.data?.user_email ?? ''} onConnected={onConnected} />
      )}
    </>
  );
}

interface ConnectFormProps {
  /** Suggested address. */
  address: string;
  onConnected: () => void;
}

/** Asks for the provider, then address and password; for `other`, also for the server settings. */
function ConnectForm({ address, onConnected }: ConnectFormProps) {
  const { t } = useTranslation('mailbox');
  const [provider, setProvider] = useState(() => providerOfAddress(address));
  const isOther = provider === 'other';
  const { form, isConnected } = useConnectForm(provider, address, onConnected);

  return (
    <Form {...form.formProps}>
      <RadioGroup
        legend={t('connect.provider')}
        value={provider ?? ''}
        options={mailboxProviders.map((value) => ({
          value,
          label: t(`providers.${value}`),
          note: exampleDomainsOf(value) ?? t('connect.otherNote'),
        }))}
        onChange={(value) => setProvider(mailboxProviders.find((known) => known === value))}
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
              // Prevents browsers from filling in the user's password for this site.
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
      <LeaveGuard isChanged={form.isChanged && !form.isBusy && !isConnected} />
    </Form>
  );
}

function useConnectForm(
  provider: MailboxProvider | undefined,
  address: string,
  onConnected: () => void,
) {
  const { t } = useTranslation('mailbox');
  const connect = useConnectMailbox();
  const isOther = provider === 'other';
  const form = useContractForm({
    schema: connectSchema,
    initialValues: {
      email: address,
      password: '',
      user: '',
      host: '',
      port: String(defaultPorts.tls),
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
  return { form, isConnected: connect.isSuccess };
}

/** Explains where to create the app password of a provider. */
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

/** Standard IMAP ports. */
const defaultPorts: Record<MailboxSecurity, number> = { tls: 993, starttls: 143 };

interface ServerFieldsProps {
  form: ReturnType<typeof useConnectForm>['form'];
}

/** Server settings of an unknown provider. */
function ServerFields({ form }: ServerFieldsProps) {
  const { t } = useTranslation('mailbox');

  function chooseSecurity(value: string) {
    const security = mailboxSecurities.find((known) => known === value);
    if (security) form.setValues({ security, port: String(defaultPorts[security]) });
  }

  return (
    <>
      <Field
        {...form.field('host')}
        label={t('connect.host')}
        help={t('connect.hostHelp')}
        inputMode="url"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
      />
      <div className={styles.server}>
        <SelectField
          {...form.field('security')}
          label={t('connect.security')}
          options={mailboxSecurities.map((value) => ({
            value,
            label: value.toUpperCase(),
          }))}
          onChange={(event) => chooseSecurity(event.currentTarget.value)}
        />
        <Field
          {...form.field('port')}
          label={t('connect.port')}
          inputMode="numeric"
          autoComplete="off"
        />
      </div>
      <Field
        {...form.field('user')}
        label={t('connect.user')}
        help={t('connect.userHelp')}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
      />
    </>
  );
}

/** Status while the connection is tested, which may take seconds. */
export function TestingNote({ isTesting }: { isTesting: boolean }) {
  const { t } = useTranslation('mailbox');
  return (
    <p role="status" className={styles.testing}>
      {isTesting && t('connect.testing')}
    </p>
  );
}
