import { linkLifetimes } from '@zavet/contract/timings';
import { Action, Paragraph } from '../../../platform/mail/templates/mail-blocks.tsx';
import { MailLayout } from '../../../platform/mail/templates/mail-layout.tsx';
import { accountLinks } from './account-links.ts';
import type { AccountMailProps } from './account-mail.ts';

export function RecoverPassword({
  words,
  place,
  subject,
  facts,
}: AccountMailProps<'recover_password'>) {
  const { t } = words;
  return (
    <MailLayout
      words={words}
      subject={subject}
      preheader={t('account.recover_password.preheader')}
      reason={t('account.reason.account')}
      supportEmail={place.supportEmail}
    >
      <Paragraph>{t('account.recover_password.body')}</Paragraph>
      <Action
        words={words}
        label={t('account.recover_password.action')}
        href={accountLinks.recoverPassword(place.publicUrl, facts.token)}
      />
      <Paragraph>
        {t('account.link.validity', { duration: words.duration(linkLifetimes.recoverPassword) })}{' '}
        {t('account.recover_password.effect')}
      </Paragraph>
      <Paragraph>{t('account.recover_password.not_you')}</Paragraph>
    </MailLayout>
  );
}
