import type { Locale } from '@zavet/contract/locales';
import { createElement } from 'react';
import type { MailPlace } from '../../../platform/mail/mail-place.ts';
import { dayName } from '../../../platform/mail/templates/figures.ts';
import { mailWords } from '../../../platform/mail/templates/mail-words.ts';
import { type RenderedMail, renderMail } from '../../../platform/mail/templates/render-mail.ts';
import { EditionNotice, type EditionNoticeFacts } from './edition-notice.tsx';

/** The notice in the reader's language. */
export async function renderEditionNotice(
  locale: Locale,
  facts: EditionNoticeFacts,
  place: MailPlace,
): Promise<RenderedMail & { subject: string }> {
  const words = mailWords(locale);
  const subject = words.t('documents.edition_notice.subject', {
    holds_from: dayName(words, facts.holds_from),
  });
  const notice = createElement(EditionNotice, { words, place, subject, facts });
  return { subject, ...(await renderMail(notice)) };
}
