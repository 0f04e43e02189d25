import { linkLifetimes } from '@zavet/contract/timings';
import { linkWithSecret } from '../../../platform/mail/link-to.ts';
import { Action, Paragraph } from '../../../platform/mail/templates/mail-blocks.tsx';
import { nameWithAddress } from '../../../platform/mail/templates/plain-name.ts';
import { ConfirmationCode } from './confirmation-code.tsx';
import { ContactFrame } from './contact-frame.tsx';
import type { ContactMailProps } from './contact-mail.ts';

const dayMs = 24 * 60 * 60 * 1000;

export function ContactInvitation(props: ContactMailProps<'contact_invitation'>) {
  const { words, place, facts } = props;
  const { t } = words;
  const person = nameWithAddress(facts.owner_name ?? '', facts.owner_email);
  return (
    <ContactFrame {...props} reason={t('contacts.reason')}>
      <Paragraph>
        {t('contacts.contact_invitation.who', { person })}{' '}
        {t('contacts.contact_invitation.service')}
      </Paragraph>
      <Paragraph>{t('contacts.contact_invitation.now')}</Paragraph>
      <Paragraph>{t('contacts.contact_invitation.later')}</Paragraph>
      <Paragraph>{t('contacts.contact_invitation.cost')}</Paragraph>
      <Paragraph>{t('contacts.contact_invitation.by_link')}</Paragraph>
      <Action
        words={words}
        label={t('contacts.contact_invitation.action')}
        href={linkWithSecret(place.publicUrl, '/invitation', { token: facts.token })}
      />
      <Paragraph>{t('contacts.contact_invitation.by_code')}</Paragraph>
      <ConfirmationCode code={facts.code} />
      <Paragraph>
        {t('contacts.contact_invitation.validity', {
          count: linkLifetimes.contactInvitation / dayMs,
        })}
      </Paragraph>
      <Paragraph>{t('contacts.contact_invitation.questions')}</Paragraph>
      <Paragraph>{t('contacts.contact_invitation.stranger')}</Paragraph>
    </ContactFrame>
  );
}
