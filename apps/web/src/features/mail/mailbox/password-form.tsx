import type { MailboxView } from '@zavet/contract/mail/mailbox-endpoints';
import { useEffect, useRef } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Form, FormFailure } from '../../../ui/form/form.tsx';
import { LeaveGuard } from '../../../ui/form/leave-guard.tsx';
import { useContractForm } from '../../../ui/form/use-contract-form.ts';
import { useTranslation } from '../../../ui/language/use-translation.ts';
import { PasswordField } from '../../../ui/password-field.tsx';
import { toasts } from '../../../ui/toasts.tsx';
import { TestingNote } from './connect-form.tsx';
import styles from './mailbox.module.css';
import { connectSchema, useConnectMailbox } from './use-mailbox.ts';

interface PasswordFormProps {
  mailbox: MailboxView;
  onDone: () => void;
  onCancel: () => void;
}

/** Changes only the password of the connected mailbox. */
export function PasswordForm({ mailbox, onDone, onCancel }: PasswordFormProps) {
  const { t } = useTranslation(['mailbox', 'shell']);
  const connect = useConnectMailbox();
  const fields = useRef<HTMLDivElement>(null);
  const form = useContractForm({
    schema: connectSchema,
    initialValues: { password: '' },
    toInput: ({ password }) => ({ ...connectionOf(mailbox), password }),
    fieldOfCode: { mailbox_login_refused: ['password', 'mailbox_login_refused'] },
    submit: async (body) => {
      await connect.mutateAsync({ body });
      toasts.success(t('password.done'));
      onDone();
    },
  });

  useEffect(() => fields.current?.querySelector('input')?.focus(), []);

  return (
    <Form {...form.formProps}>
      <div ref={fields} className={styles.fields}>
        <PasswordField
          {...form.field('password')}
          label={t('password.field')}
          help={t('connect.passwordHelp')}
          autoComplete="new-password"
        />
      </div>
      <FormFailure failure={form.failure} title={t('connect.failed')} />
      <TestingNote isTesting={form.isBusy} />
      <div className={styles.actions}>
        <Button type="submit" loading={form.isBusy}>
          {t('password.submit')}
        </Button>
        <Button kind="quiet" disabled={form.isBusy} onClick={onCancel}>
          {t('shell:actions.cancel')}
        </Button>
      </div>
      <LeaveGuard isChanged={form.isChanged && !form.isBusy} />
    </Form>
  );
}

function connectionOf(mailbox: MailboxView) {
  const { provider, user, host, port, security } = mailbox;
  const email = mailbox.integrated_email_address;
  return provider === 'other'
    ? { provider, email, user, host, port, security }
    : { provider, email, user: undefined, host: undefined, port: undefined, security: undefined };
}
