import { Paragraph } from '../../../platform/mail/templates/mail-blocks.tsx';
import { MailLayout } from '../../../platform/mail/templates/mail-layout.tsx';
import { look } from '../../../platform/mail/templates/mail-look.ts';
import { isolated, plainLine, plainLines } from '../../../platform/mail/templates/plain-name.ts';
import type { SupportMailProps, SupportRequestFacts } from './support-mail.ts';

const verbatim = { ...look.paragraph, whiteSpace: 'pre-wrap' as const };

/** To the support: who writes, what was promised, and the message just as it was typed. */
export function SupportRequestMail({
  words,
  place,
  subject,
  facts,
}: SupportMailProps<SupportRequestFacts>) {
  const { t } = words;
  const { reference, user_email, account_email } = facts;
  const answer_by = words.moment(facts.answer_by.toISOString());
  const name = isolated(plainLine(facts.name));
  const topic = isolated(plainLine(facts.subject));
  const lines = [
    t('support.request.reference', { reference }),
    t('support.request.tier', { tier: t(`support.tiers.${facts.tier}`) }),
    t('support.request.answer_by', { answer_by }),
    t('support.request.category', { category: t(`support.categories.${facts.category}`) }),
    t('support.request.account', { email: account_email }),
    t('support.request.reply_to', { email: user_email }),
    ...(user_email === account_email ? [] : [t('support.request.address_differs')]),
    ...(name ? [t('support.request.name', { name })] : []),
    ...(topic ? [t('support.request.topic', { topic })] : []),
    t('support.request.message'),
  ];
  return (
    <MailLayout
      words={words}
      subject={subject}
      preheader={t('support.request.preheader', { answer_by })}
      reason={t('support.request.reason')}
      supportEmail={place.supportEmail}
    >
      {lines.map((line) => (
        <Paragraph key={line}>{line}</Paragraph>
      ))}
      <pre className="ink" style={verbatim}>
        {plainLines(facts.message)}
      </pre>
      <Paragraph>{t('support.request.answering', { reference })}</Paragraph>
    </MailLayout>
  );
}
