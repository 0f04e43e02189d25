import type { Locale } from '@zavet/contract/locales';
import { createElement, type ReactElement } from 'react';
import type { MailPlace } from '../../../platform/mail/mail-place.ts';
import { mailWords } from '../../../platform/mail/templates/mail-words.ts';
import { isolated, plainName, shortened } from '../../../platform/mail/templates/plain-name.ts';
import { type RenderedMail, renderMail } from '../../../platform/mail/templates/render-mail.ts';
import { ContactAnswer } from './contact-answer.tsx';
import { ContactInvitation } from './contact-invitation.tsx';
import type { ContactMailFacts, ContactMailKind, ContactMailProps } from './contact-mail.ts';
import { ContactNotice, ContactReleased } from './contact-notice.tsx';

export interface RenderedContactMail extends RenderedMail {
  subject: string;
}

const subjectNameLength = 40;

/** A mail of this feature in the recipient's language. */
export async function renderContactMail<Kind extends ContactMailKind>(
  kind: Kind,
  locale: Locale,
  facts: ContactMailFacts[Kind],
  place: MailPlace,
): Promise<RenderedContactMail> {
  const words = mailWords(locale);
  const subject = words.t(`contacts.${kind}.subject`, { name: nameInSubject(facts) });
  const Component = components[kind];
  const parts = await renderMail(createElement(Component, { kind, words, place, subject, facts }));
  return { subject, ...parts };
}

const components: {
  [Kind in ContactMailKind]: (props: ContactMailProps<Kind>) => ReactElement;
} = {
  contact_invitation: ContactInvitation,
  contact_accepted: ContactAnswer,
  contact_declined: ContactAnswer,
  contact_moved: ContactNotice,
  contact_removed: ContactNotice,
  contact_released: ContactReleased,
};

export const contactMailKinds = Object.keys(components) as ContactMailKind[];

function nameInSubject(facts: ContactMailFacts[ContactMailKind]): string {
  const [name, email] =
    'owner_email' in facts
      ? [facts.owner_name ?? '', facts.owner_email]
      : [facts.contact_name, facts.contact_email];
  return isolated(shortened(plainName(name) || email, subjectNameLength));
}
