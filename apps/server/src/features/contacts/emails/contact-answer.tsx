import { linkTo } from '../../../platform/mail/link-to.ts';
import { Action, Paragraph } from '../../../platform/mail/templates/mail-blocks.tsx';
import { ToOwner } from './contact-frame.tsx';
import type { ContactMailProps } from './contact-mail.ts';

/** Tells the owner what a person who was invited has answered. */
export function ContactAnswer(props: ContactMailProps<'contact_accepted' | 'contact_declined'>) {
  const { kind, words, place } = props;
  return (
    <ToOwner {...props}>
      <Paragraph>{words.t(`contacts.${kind}.meaning`)}</Paragraph>
      <Action
        words={words}
        label={words.t('contacts.open_list')}
        href={linkTo(place.publicUrl, '/contact')}
      />
    </ToOwner>
  );
}
