import { linkTo } from '../../../platform/mail/link-to.ts';
import { Action, Paragraph } from '../../../platform/mail/templates/mail-blocks.tsx';
import { MailLayout } from '../../../platform/mail/templates/mail-layout.tsx';
import type { SupportMailProps, SupportReceivedFacts } from './support-mail.ts';

/** To the person who wrote: the number and the promise, and nothing of the message. */
export function SupportReceivedMail({
  words,
  place,
  subject,
  facts,
}: SupportMailProps<SupportReceivedFacts>) {
  const { t } = words;
  const { reference, user_email: email } = facts;
  const answer_by = words.moment(facts.answer_by.toISOString());
  return (
    <MailLayout
      words={words}
      subject={subject}
      preheader={t('support.received.preheader', { answer_by })}
      reason={t('account.reason.account')}
      supportEmail={place.supportEmail}
    >
      <Paragraph>{t('support.received.body', { reference })}</Paragraph>
      <Paragraph>{t('support.received.promise', { answer_by, email })}</Paragraph>
      <Paragraph>{t('support.received.follow')}</Paragraph>
      <Paragraph>{t('support.received.not_you')}</Paragraph>
      <Action
        words={words}
        label={t('support.open_support')}
        href={linkTo(place.publicUrl, '/settings', { tab: 'support' })}
      />
    </MailLayout>
  );
}
