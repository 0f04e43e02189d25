import { linkLifetimes } from '@zavet/contract/timings';
import { Action, Paragraph } from '../../../platform/mail/templates/mail-blocks.tsx';
import { MailLayout } from '../../../platform/mail/templates/mail-layout.tsx';
import { accountLinks } from './account-links.ts';
import type { AccountMailProps } from './account-mail.ts';

export function VerifyEmail({ words, place, subject, facts }: AccountMailProps<'verify_email'>) {
  const { t } = words;
  return (
    <MailLayout
      words={words}
      subject={subject}
      preheader={t('account.verify_email.preheader')}
      reason={t('account.reason.sign_up')}
      supportEmail={place.supportEmail}
    >
      <Paragraph>{t('account.verify_email.body')}</Paragraph>
      <Action
        words={words}
        label={t('account.verify_email.action')}
        href={accountLinks.verifyEmail(place.publicUrl, facts.token)}
      />
      <Paragraph>
        {t('account.link.validity', { duration: words.duration(linkLifetimes.verifyEmail) })}
      </Paragraph>
      <Paragraph>{t('account.verify_email.not_you')}</Paragraph>
    </MailLayout>
  );
}
