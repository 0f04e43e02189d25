import type { Day } from '@zavet/contract/days';
import { legalPaths } from '@zavet/contract/legal/editions';
import { linkTo } from '../../../platform/mail/link-to.ts';
import type { MailPlace } from '../../../platform/mail/mail-place.ts';
import { dayName } from '../../../platform/mail/templates/figures.ts';
import { Action, Paragraph, PlainLink } from '../../../platform/mail/templates/mail-blocks.tsx';
import { MailLayout } from '../../../platform/mail/templates/mail-layout.tsx';
import type { MailWords } from '../../../platform/mail/templates/mail-words.ts';
import type { Announcement } from '../edition-rules.ts';

export interface EditionNoticeFacts extends Announcement {
  /** From when it holds for the reader. */
  holds_from: Day;
}

interface EditionNoticeProps {
  words: MailWords;
  place: MailPlace;
  subject: string;
  facts: EditionNoticeFacts;
}

/** Which documents change, from when, and what to do about it. */
export function EditionNotice({ words, place, subject, facts }: EditionNoticeProps) {
  const { t } = words;
  const { edition, documents } = facts;
  const days = { edition: dayName(words, edition), holds_from: dayName(words, facts.holds_from) };
  return (
    <MailLayout
      words={words}
      subject={subject}
      preheader={t('documents.edition_notice.preheader')}
      reason={t('account.reason.account')}
      supportEmail={place.supportEmail}
    >
      <Paragraph>{t('documents.edition_notice.body', days)}</Paragraph>
      {documents.map((document) => (
        <div key={document}>
          <Paragraph>{t(`documents.names.${document}`)}</Paragraph>
          <PlainLink href={linkTo(place.publicUrl, legalPaths[document], { edition })} />
        </div>
      ))}
      <Paragraph>{t('documents.edition_notice.accept')}</Paragraph>
      {documents.includes('personal_data_consent') && (
        <Paragraph>{t('documents.edition_notice.consent')}</Paragraph>
      )}
      <Paragraph>{t('documents.edition_notice.disagree', days)}</Paragraph>
      <Action
        words={words}
        label={t('documents.open_agreements')}
        href={linkTo(place.publicUrl, '/settings', { tab: 'agreements' })}
      />
    </MailLayout>
  );
}
