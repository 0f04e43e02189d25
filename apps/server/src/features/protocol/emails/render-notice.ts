import { createElement } from 'react';
import type { MailPlace } from '../../../platform/mail/mail-place.ts';
import type { MailWords } from '../../../platform/mail/templates/mail-words.ts';
import { type RenderedMail, renderMail } from '../../../platform/mail/templates/render-mail.ts';
import { type Notice, ProtocolNotice } from './protocol-notice.tsx';

export interface RenderedProtocolMail extends RenderedMail {
  subject: string;
}

export async function renderNotice(
  words: MailWords,
  place: MailPlace,
  notice: Notice,
): Promise<RenderedProtocolMail> {
  const parts = await renderMail(createElement(ProtocolNotice, { words, place, notice }));
  return { subject: notice.subject, ...parts };
}
