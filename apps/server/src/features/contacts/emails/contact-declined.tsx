import { linkTo } from '../../../platform/mail/link-to.ts';
import { Action, Paragraph } from '../../../platform/mail/templates/mail-blocks.tsx';
import { MailLayout } from '../../../platform/mail/templates/mail-layout.tsx';
import type { ContactMailProps } from './contact-mail.ts';
import { nameWithAddress } from './plain-name.ts';

export function ContactDeclined({
  words,
  place,
  subject,
  facts,
}: ContactMailProps<'contact_declined'>) {
  const { t } = words;
  const person = nameWithAddress(facts.contact_name, facts.contact_email);
  return (
    <MailLayout
      words={words}
      subject={subject}
      preheader={t('contacts.contact_declined.preheader')}
      reason={t('account.reason.account')}
      supportEmail={place.supportEmail}
    >
      <Paragraph>{t('contacts.contact_declined.body', { person })}</Paragraph>
      <Paragraph>{t('contacts.contact_declined.advice')}</Paragraph>
      <Action
        words={words}
        label={t('contacts.open_list')}
        href={linkTo(place.publicUrl, '/contact')}
      />
    </MailLayout>
  );
}
