import { Action, Paragraph } from '../../../platform/mail/templates/mail-blocks.tsx';
import { MailLayout } from '../../../platform/mail/templates/mail-layout.tsx';
import { accountLinks } from './account-links.ts';
import type { AccountMailProps } from './account-mail.ts';

export function PasswordChanged({
  words,
  place,
  subject,
  facts,
}: AccountMailProps<'password_changed'>) {
  const { t } = words;
  const moment = words.moment(facts.changed_at);
  return (
    <MailLayout
      words={words}
      subject={subject}
      preheader={t('account.password_changed.preheader')}
      reason={t('account.reason.account')}
      supportEmail={place.supportEmail}
    >
      <Paragraph>{t('account.password_changed.body', { moment })}</Paragraph>
      <Paragraph>{t('account.password_changed.was_you')}</Paragraph>
      <Paragraph>{t('account.password_changed.not_you')}</Paragraph>
      <Action
        quiet
        words={words}
        label={t('account.password_changed.action')}
        href={accountLinks.forgotPassword(place.publicUrl)}
      />
    </MailLayout>
  );
}
