import { Action, Paragraph } from '../../../platform/mail/templates/mail-blocks.tsx';
import { MailLayout } from '../../../platform/mail/templates/mail-layout.tsx';
import { accountLinks } from './account-links.ts';
import type { AccountMailProps } from './account-mail.ts';

export function NewAddressAlreadyUsed({
  words,
  place,
  subject,
}: AccountMailProps<'new_address_already_used'>) {
  const { t } = words;
  return (
    <MailLayout
      words={words}
      subject={subject}
      preheader={t('account.new_address_already_used.preheader')}
      reason={t('account.reason.account')}
      supportEmail={place.supportEmail}
    >
      <Paragraph>{t('account.new_address_already_used.body')}</Paragraph>
      <Paragraph>{t('account.new_address_already_used.not_you')}</Paragraph>
      <Paragraph>{t('account.new_address_already_used.was_you')}</Paragraph>
      <Action
        quiet
        words={words}
        label={t('account.new_address_already_used.action')}
        href={accountLinks.login(place.publicUrl)}
      />
    </MailLayout>
  );
}
