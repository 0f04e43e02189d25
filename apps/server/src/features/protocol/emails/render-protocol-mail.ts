import type { Locale } from '@zavet/contract/locales';
import type { MailPlace } from '../../../platform/mail/mail-place.ts';
import { mailWords } from '../../../platform/mail/templates/mail-words.ts';
import type { ProtocolMailFacts, ProtocolMailKind } from './protocol-mail-facts.ts';
import { protocolNotices } from './protocol-notices.ts';
import { type RenderedProtocolMail, renderNotice } from './render-notice.ts';

/** A mail about an activation or a delivery in its reader's language. */
export function renderProtocolMail<Kind extends ProtocolMailKind>(
  kind: Kind,
  locale: Locale,
  facts: ProtocolMailFacts[Kind],
  place: MailPlace,
): Promise<RenderedProtocolMail> {
  const words = mailWords(locale);
  return renderNotice(words, place, protocolNotices[kind](words, facts, place));
}

export const protocolMailKinds = Object.keys(protocolNotices) as ProtocolMailKind[];
