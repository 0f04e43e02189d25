import { linkTo } from '../../../platform/mail/link-to.ts';
import type { MailPlace } from '../../../platform/mail/mail-place.ts';
import { Action, Items, Paragraph } from '../../../platform/mail/templates/mail-blocks.tsx';
import { MailLayout } from '../../../platform/mail/templates/mail-layout.tsx';
import type { MailWords } from '../../../platform/mail/templates/mail-words.ts';

export interface PlanNoticeProps {
  words: MailWords;
  place: MailPlace;
  subject: string;
  preheader: string;
  paragraphs: string[];
  /** Names of files, below the first paragraph. */
  items: string[];
}

/** Every mail about a plan: what happened, what it means, and the way to the plan. */
export function PlanNotice(props: PlanNoticeProps) {
  const { words, place, subject, preheader, paragraphs, items } = props;
  const { t } = words;
  const [first, ...others] = paragraphs;
  return (
    <MailLayout
      words={words}
      subject={subject}
      preheader={preheader}
      reason={t('account.reason.account')}
      supportEmail={place.supportEmail}
    >
      <Paragraph>{first}</Paragraph>
      {items.length > 0 && <Items items={items} />}
      {others.map((paragraph) => (
        <Paragraph key={paragraph}>{paragraph}</Paragraph>
      ))}
      <Action
        words={words}
        label={t('plans.open_plan')}
        href={linkTo(place.publicUrl, '/settings?tab=plan')}
      />
    </MailLayout>
  );
}
