import { Action, Paragraph, PlainLink } from '../../../platform/mail/templates/mail-blocks.tsx';
import { MailLayout } from '../../../platform/mail/templates/mail-layout.tsx';
import { accountLinks } from './account-links.ts';
import type { AccountMailProps } from './account-mail.ts';

export function AddressAlreadyRegistered({
  words,
  place,
  subject,
}: AccountMailProps<'address_already_registered'>) {
  const { t } = words;
  return (
    <MailLayout
      words={words}
      subject={subject}
      preheader={t('account.address_already_registered.preheader')}
      reason={t('account.reason.account')}
      supportEmail={place.supportEmail}
    >
      <Paragraph>{t('account.address_already_registered.body')}</Paragraph>
      <Paragraph>{t('account.address_already_registered.was_you')}</Paragraph>
      <Action
        words={words}
        label={t('account.address_already_registered.action')}
        href={accountLinks.login(place.publicUrl)}
      />
      <Paragraph>{t('account.address_already_registered.forgotten')}</Paragraph>
      <PlainLink href={accountLinks.forgotPassword(place.publicUrl)} />
      <Paragraph>{t('account.address_already_registered.not_you')}</Paragraph>
    </MailLayout>
  );
}
