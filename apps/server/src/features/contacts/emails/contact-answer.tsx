import { linkTo } from '../../../platform/mail/link-to.ts';
import { Action, Paragraph } from '../../../platform/mail/templates/mail-blocks.tsx';
import { MailLayout } from '../../../platform/mail/templates/mail-layout.tsx';
import { nameWithAddress } from '../../../platform/mail/templates/plain-name.ts';
import type { ContactMailProps } from './contact-mail.ts';

type Answer = 'contact_accepted' | 'contact_declined';

/** Tells the owner what a person who was invited has answered. */
const contactAnswer =
  (kind: Answer) =>
  ({ words, place, subject, facts }: ContactMailProps<Answer>) => {
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
        <Paragraph>{t(`contacts.${kind}.meaning`)}</Paragraph>
        <Action
          words={words}
          label={t('contacts.open_list')}
          href={linkTo(place.publicUrl, '/contact')}
        />
      </MailLayout>
    );
  };

export const ContactAccepted = contactAnswer('contact_accepted');
export const ContactDeclined = contactAnswer('contact_declined');
