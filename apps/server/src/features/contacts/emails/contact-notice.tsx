import { linkTo } from '../../../platform/mail/link-to.ts';
import { Action, Paragraph } from '../../../platform/mail/templates/mail-blocks.tsx';
import { MailLayout } from '../../../platform/mail/templates/mail-layout.tsx';
import { nameWithAddress } from '../../../platform/mail/templates/plain-name.ts';
import type { ContactMailProps } from './contact-mail.ts';

type Notice = 'contact_moved' | 'contact_removed';

/** Tells the owner that a contact has another address or is removed, in case it was not the owner. */
const contactNotice =
  (kind: Notice) =>
  ({ words, place, subject, facts }: ContactMailProps<Notice>) => {
    const { t } = words;
    const person = nameWithAddress(facts.contact_name, facts.contact_email);
    return (
      <MailLayout
        words={words}
        subject={subject}
        preheader={t(`contacts.${kind}.preheader`)}
        reason={t('account.reason.account')}
        supportEmail={place.supportEmail}
      >
        <Paragraph>{t(`contacts.${kind}.body`, { person })}</Paragraph>
        <Paragraph>{t(`contacts.${kind}.not_you`)}</Paragraph>
        <Action
          quiet
          words={words}
          label={t('contacts.new_password')}
          href={linkTo(place.publicUrl, '/forgot-password')}
        />
      </MailLayout>
    );
  };

export const ContactMoved = contactNotice('contact_moved');
export const ContactRemoved = contactNotice('contact_removed');

/** Tells the former address of a contact that it is one no longer. */
export function ContactReleased({
  words,
  place,
  subject,
  facts,
}: ContactMailProps<'contact_released'>) {
  const { t } = words;
  const person = nameWithAddress(facts.owner_name ?? '', facts.owner_email);
  return (
    <MailLayout
      words={words}
      subject={subject}
      preheader={t('contacts.contact_released.preheader')}
      reason={t('contacts.released_reason')}
      supportEmail={place.supportEmail}
    >
      <Paragraph>{t('contacts.contact_released.body', { person })}</Paragraph>
      <Paragraph>{t('contacts.contact_released.unexpected')}</Paragraph>
    </MailLayout>
  );
}
