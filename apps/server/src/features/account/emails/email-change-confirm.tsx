import { linkLifetimes } from '@zavet/contract/timings';
import { Action, Paragraph } from '../../../platform/mail/templates/mail-blocks.tsx';
import { MailLayout } from '../../../platform/mail/templates/mail-layout.tsx';
import { accountLinks } from './account-links.ts';
import type { AccountMailProps } from './account-mail.ts';

export function EmailChangeConfirm({
  words,
  place,
  subject,
  facts,
}: AccountMailProps<'email_change_confirm'>) {
  const { t } = words;
  const duration = words.duration(linkLifetimes.confirmEmailChange);
  return (
    <MailLayout
      words={words}
      subject={subject}
      preheader={t('account.email_change_confirm.preheader')}
      reason={t('account.reason.new_address')}
      supportEmail={place.supportEmail}
    >
      <Paragraph>{t('account.email_change_confirm.body')}</Paragraph>
      <Action
        words={words}
        label={t('account.email_change_confirm.action')}
        href={accountLinks.confirmEmailChange(place.publicUrl, facts.token)}
      />
      <Paragraph>
        {t('account.link.validity', { duration })} {t('account.email_change_confirm.until_then')}
      </Paragraph>
      <Paragraph>{t('account.email_change_confirm.not_you')}</Paragraph>
    </MailLayout>
  );
}
