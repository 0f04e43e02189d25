import { type MailboxSecurity, mailboxSecurities } from '@zavet/contract/mail/mailbox-values';
import type { ComponentProps } from 'react';
import { Field } from '../../../../ui/field.tsx';
import { useTranslation } from '../../../../ui/language/use-translation.ts';
import { SelectField } from '../../../../ui/select.tsx';
import styles from './settings.module.css';

/** Of the two ports on which mailboxes are asked for, the one of each kind of protection. */
export const usualPorts: Record<MailboxSecurity, number> = { tls: 993, starttls: 143 };

interface ServerFieldsProps {
  form: {
    values: { port: string };
    setValues: (changed: { security: MailboxSecurity; port: string }) => void;
    field: (name: 'host' | 'port' | 'security' | 'user') => Pick<
      ComponentProps<'input'>,
      'name'
    > & {
      value: string;
      error: string | undefined;
      onChange: (event: { currentTarget: { value: string } }) => void;
    };
  };
}

/** Where a mailbox is whose service we do not know. */
export function ServerFields({ form }: ServerFieldsProps) {
  const { t } = useTranslation('mailbox');

  function protect(value: string) {
    const security = mailboxSecurities.find((one) => one === value);
    if (security) form.setValues({ security, port: String(usualPorts[security]) });
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
          onChange={(event) => protect(event.currentTarget.value)}
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
