import { Action, Paragraph } from '../../../platform/mail/templates/mail-blocks.tsx';
import { MailLayout } from '../../../platform/mail/templates/mail-layout.tsx';
import { accountLinks } from './account-links.ts';
import type { AccountMailProps } from './account-mail.ts';

export function SignInSlowedDown({
  words,
  place,
  subject,
}: AccountMailProps<'sign_in_slowed_down'>) {
  const { t } = words;
  return (
    <MailLayout
      words={words}
      subject={subject}
      preheader={t('account.sign_in_slowed_down.preheader')}
      reason={t('account.reason.account')}
      supportEmail={place.supportEmail}
    >
      <Paragraph>{t('account.sign_in_slowed_down.body')}</Paragraph>
      <Paragraph>{t('account.sign_in_slowed_down.known_devices')}</Paragraph>
      <Paragraph>{t('account.sign_in_slowed_down.was_you')}</Paragraph>
      <Paragraph>{t('account.sign_in_slowed_down.not_you')}</Paragraph>
      <Action
        quiet
        words={words}
        label={t('account.sign_in_slowed_down.action')}
        href={accountLinks.forgotPassword(place.publicUrl)}
      />
    </MailLayout>
  );
}
