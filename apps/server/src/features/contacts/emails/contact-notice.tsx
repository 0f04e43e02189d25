import { linkTo } from '../../../platform/mail/link-to.ts';
import { Action, Paragraph } from '../../../platform/mail/templates/mail-blocks.tsx';
import { nameWithAddress } from '../../../platform/mail/templates/plain-name.ts';
import { ContactFrame, ToOwner } from './contact-frame.tsx';
import type { ContactMailProps } from './contact-mail.ts';

/** Tells the owner that a contact has another address or is removed, in case it was not the owner. */
export function ContactNotice(props: ContactMailProps<'contact_moved' | 'contact_removed'>) {
  const { kind, words, place } = props;
  return (
    <ToOwner {...props}>
      <Paragraph>{words.t(`contacts.${kind}.not_you`)}</Paragraph>
      <Action
        quiet
        words={words}
        label={words.t('contacts.new_password')}
        href={linkTo(place.publicUrl, '/forgot-password')}
      />
    </ToOwner>
  );
}

/** Tells the former address of a contact that it is one no longer. */
export function ContactReleased(props: ContactMailProps<'contact_released'>) {
  const { words, facts } = props;
  const person = nameWithAddress(facts.owner_name ?? '', facts.owner_email);
  return (
    <ContactFrame {...props} reason={words.t('contacts.released_reason')}>
      <Paragraph>{words.t('contacts.contact_released.body', { person })}</Paragraph>
      <Paragraph>{words.t('contacts.contact_released.unexpected')}</Paragraph>
    </ContactFrame>
  );
}
