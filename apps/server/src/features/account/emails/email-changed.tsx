import { linkLifetimes } from '@zavet/contract/timings';
import { Action, Paragraph } from '../../../platform/mail/templates/mail-blocks.tsx';
import { MailLayout } from '../../../platform/mail/templates/mail-layout.tsx';
import { accountLinks } from './account-links.ts';
import type { AccountMailProps } from './account-mail.ts';
import { maskEmail } from './mask-email.ts';

export function EmailChanged({ words, place, subject, facts }: AccountMailProps<'email_changed'>) {
  const { t } = words;
  return (
    <MailLayout
      words={words}
      subject={subject}
      preheader={t('account.email_changed.preheader')}
      reason={t('account.reason.former_address')}
      supportEmail={place.supportEmail}
    >
      <Paragraph>
        {t('account.email_changed.body', { email: maskEmail(facts.new_email) })}
      </Paragraph>
      <Paragraph>{t('account.email_changed.was_you')}</Paragraph>
      <Paragraph>{t('account.email_changed.not_you')}</Paragraph>
      <Action
        quiet
        words={words}
        label={t('account.email_changed.action')}
        href={accountLinks.undoEmailChange(place.publicUrl, facts.token)}
      />
      <Paragraph>
        {t('account.link.validity', { duration: words.duration(linkLifetimes.undoEmailChange) })}
      </Paragraph>
    </MailLayout>
  );
}
