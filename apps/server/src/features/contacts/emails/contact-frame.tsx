import type { ReactElement, ReactNode } from 'react';
import { Paragraph } from '../../../platform/mail/templates/mail-blocks.tsx';
import { MailLayout } from '../../../platform/mail/templates/mail-layout.tsx';
import { nameWithAddress } from '../../../platform/mail/templates/plain-name.ts';
import type { ContactMailKind, ContactMailProps, MailToOwner } from './contact-mail.ts';

interface FrameProps extends Omit<ContactMailProps<ContactMailKind>, 'facts'> {
  /** Why the mail has come. */
  reason: string;
  children: ReactNode;
}

/** What every mail of this feature has around it. */
export function ContactFrame(props: FrameProps): ReactElement {
  const { kind, words, place, subject, reason, children } = props;
  return (
    <MailLayout
      words={words}
      subject={subject}
      preheader={words.t(`contacts.${kind}.preheader`)}
      reason={reason}
      supportEmail={place.supportEmail}
    >
      {children}
    </MailLayout>
  );
}

interface ToOwnerProps extends ContactMailProps<MailToOwner> {
  children: ReactNode;
}

/** Tells the owner what has happened to a contact; what follows from that stands inside. */
export function ToOwner({ children, ...props }: ToOwnerProps): ReactElement {
  const { kind, words, facts } = props;
  const person = nameWithAddress(facts.contact_name, facts.contact_email);
  return (
    <ContactFrame {...props} reason={words.t('account.reason.account')}>
      <Paragraph>{words.t(`contacts.${kind}.body`, { person })}</Paragraph>
      {children}
    </ContactFrame>
  );
}
