import type { PlannedMail } from '@zavet/contract/rehearsal/rehearsal-schemas';
import type { MailText } from '../../../../platform/mail/mail-text.ts';
import type { SiteInfo } from '../../../../platform/mail/site-info.ts';
import { mailWords } from '../../../../platform/mail/templates/mail-words.ts';
import { namedOwner, type Person } from '../../../identity/account/index.ts';
import { rehearsalAsked } from './asked-mail.ts';
import { rehearsalRecipient } from './recipient-mail.ts';

interface Planned {
  asks_for_pin: boolean;
  until: string;
}

/** The mails in the owner's language, with the same words as those that go out. */
export function plannedMails(
  owner: Person,
  site: SiteInfo,
  planned: Planned,
): { contact_mail: PlannedMail; recipient_mail: PlannedMail } {
  const words = mailWords(owner.language);
  const facts = namedOwner(owner);
  const asked = { ...facts, ...planned, token: '' };
  return {
    contact_mail: plannedMail(rehearsalAsked.text(words, asked, site)),
    recipient_mail: plannedMail(rehearsalRecipient.text(words, facts, site)),
  };
}

function plannedMail({ subject, blocks }: MailText): PlannedMail {
  const paragraphs = blocks.filter((block) => typeof block === 'string');
  const button = blocks.find((block) => typeof block === 'object' && 'button' in block);
  return { subject, paragraphs, action: button && 'button' in button ? button.button : null };
}
