import { Paragraph } from '../../../platform/mail/templates/mail-blocks.tsx';
import { MailLayout } from '../../../platform/mail/templates/mail-layout.tsx';
import type { AccountMailProps } from './account-mail.ts';

export function AccountDeleted({
  words,
  place,
  subject,
  facts,
}: AccountMailProps<'account_deleted'>) {
  const { t } = words;
  const moment = words.moment(facts.deleted_at);
  return (
    <MailLayout
      words={words}
      subject={subject}
      preheader={t('account.account_deleted.preheader')}
      reason={t('account.reason.deleted')}
      supportEmail={place.supportEmail}
    >
      <Paragraph>{t('account.account_deleted.body', { moment })}</Paragraph>
      <Paragraph>{t('account.account_deleted.not_you')}</Paragraph>
      <Paragraph>{t('account.account_deleted.farewell')}</Paragraph>
    </MailLayout>
  );
}
