import { linkLifetimes } from '@zavet/contract/timings';
import { Action, Paragraph, PlainLink } from '../../../platform/mail/templates/mail-blocks.tsx';
import { MailLayout } from '../../../platform/mail/templates/mail-layout.tsx';
import { accountLinks } from './account-links.ts';
import type { AccountMailProps } from './account-mail.ts';

export function EmailChangeUndone({
  words,
  place,
  subject,
  facts,
}: AccountMailProps<'email_change_undone'>) {
  const { t } = words;
  const duration = words.duration(linkLifetimes.recoverPassword);
  return (
    <MailLayout
      words={words}
      subject={subject}
      preheader={t('account.email_change_undone.preheader')}
      reason={t('account.reason.account')}
      supportEmail={place.supportEmail}
    >
      <Paragraph>{t('account.email_change_undone.body')}</Paragraph>
      <Paragraph>{t('account.email_change_undone.advice')}</Paragraph>
      <Action
        words={words}
        label={t('account.email_change_undone.action')}
        href={accountLinks.recoverPassword(place.publicUrl, facts.token)}
      />
      <Paragraph>
        {t('account.link.validity', { duration })} {t('account.email_change_undone.later')}
      </Paragraph>
      <PlainLink href={accountLinks.forgotPassword(place.publicUrl)} />
    </MailLayout>
  );
}
