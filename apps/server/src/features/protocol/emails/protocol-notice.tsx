import type { MailPlace } from '../../../platform/mail/mail-place.ts';
import { Action, Paragraph } from '../../../platform/mail/templates/mail-blocks.tsx';
import { MailLayout } from '../../../platform/mail/templates/mail-layout.tsx';
import type { MailWords } from '../../../platform/mail/templates/mail-words.ts';

/** What a mail of this feature says. */
export interface Notice {
  subject: string;
  preheader: string;
  /** Why the person got this mail. */
  reason: string;
  paragraphs: string[];
  action: { label: string; href: string };
  /** What stands below the button. */
  afterwards?: string[];
}

interface ProtocolNoticeProps {
  words: MailWords;
  place: MailPlace;
  notice: Notice;
}

export function ProtocolNotice({ words, place, notice }: ProtocolNoticeProps) {
  const { subject, preheader, reason, paragraphs, action, afterwards = [] } = notice;
  return (
    <MailLayout
      words={words}
      subject={subject}
      preheader={preheader}
      reason={reason}
      supportEmail={place.supportEmail}
    >
      {paragraphs.map((paragraph) => (
        <Paragraph key={paragraph}>{paragraph}</Paragraph>
      ))}
      <Action words={words} label={action.label} href={action.href} />
      {afterwards.map((paragraph) => (
        <Paragraph key={paragraph}>{paragraph}</Paragraph>
      ))}
    </MailLayout>
  );
}
