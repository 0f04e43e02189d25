import type { Locale } from '@zavet/contract/locales';
import { createElement } from 'react';
import type { MailPlace } from '../../../platform/mail/mail-place.ts';
import { type MailWords, mailWords } from '../../../platform/mail/templates/mail-words.ts';
import { isolated, plainLine, shortened } from '../../../platform/mail/templates/plain-name.ts';
import { type RenderedMail, renderMail } from '../../../platform/mail/templates/render-mail.ts';
import type { SupportReceivedFacts, SupportRequestFacts } from './support-mail.ts';
import { SupportReceivedMail } from './support-received.tsx';
import { SupportRequestMail } from './support-request.tsx';

interface RenderedSupportMail extends RenderedMail {
  subject: string;
}

const topicLength = 80;

/** A request as the support gets it. */
export async function renderSupportRequest(
  locale: Locale,
  facts: SupportRequestFacts,
  place: MailPlace,
): Promise<RenderedSupportMail> {
  const words = mailWords(locale);
  const subject = subjectOf(words, facts);
  const mail = createElement(SupportRequestMail, { words, place, subject, facts });
  return { subject, ...(await renderMail(mail)) };
}

/** The acknowledgement for the person who wrote. */
export async function renderSupportReceived(
  locale: Locale,
  facts: SupportReceivedFacts,
  place: MailPlace,
): Promise<RenderedSupportMail> {
  const words = mailWords(locale);
  const subject = words.t('support.received.subject', { reference: facts.reference });
  const mail = createElement(SupportReceivedMail, { words, place, subject, facts });
  return { subject, ...(await renderMail(mail)) };
}

function subjectOf({ t }: MailWords, facts: SupportRequestFacts): string {
  const topic = isolated(shortened(plainLine(facts.subject), topicLength));
  const values = {
    reference: facts.reference,
    category: t(`support.categories.${facts.category}`),
  };
  return topic
    ? t('support.request.subject', { ...values, subject: topic })
    : t('support.request.subject_untitled', values);
}
