import { linkLifetimes } from '@zavet/contract/timings';
import { Action, Paragraph } from '../../../platform/mail/templates/mail-blocks.tsx';
import { MailLayout } from '../../../platform/mail/templates/mail-layout.tsx';
import { accountLinks } from './account-links.ts';
import type { AccountMailProps } from './account-mail.ts';
import { maskEmail } from './mask-email.ts';

export function EmailChangeNotice({
  words,
  place,
  subject,
  facts,
}: AccountMailProps<'email_change_notice'>) {
  const { t } = words;
  const duration = words.duration(linkLifetimes.confirmEmailChange);
  return (
    <MailLayout
      words={words}
      subject={subject}
      preheader={t('account.email_change_notice.preheader')}
      reason={t('account.reason.account')}
      supportEmail={place.supportEmail}
    >
      <Paragraph>
        {t('account.email_change_notice.body', { email: maskEmail(facts.new_email) })}
      </Paragraph>
      <Paragraph>
        {t('account.email_change_notice.deadline', { duration })}{' '}
        {t('account.email_change_notice.was_you')}
      </Paragraph>
      <Paragraph>{t('account.email_change_notice.not_you')}</Paragraph>
      <Action
        quiet
        words={words}
        label={t('account.email_change_notice.action')}
        href={accountLinks.undoEmailChange(place.publicUrl, facts.token)}
      />
    </MailLayout>
  );
}
