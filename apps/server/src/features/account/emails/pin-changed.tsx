import { Action, Paragraph } from '../../../platform/mail/templates/mail-blocks.tsx';
import { MailLayout } from '../../../platform/mail/templates/mail-layout.tsx';
import { accountLinks } from './account-links.ts';
import type { AccountMailProps } from './account-mail.ts';

export function PinChanged({ words, place, subject, facts }: AccountMailProps<'pin_changed'>) {
  const { t } = words;
  const moment = words.moment(facts.changed_at);
  return (
    <MailLayout
      words={words}
      subject={subject}
      preheader={t('account.pin_changed.preheader')}
      reason={t('account.reason.account')}
      supportEmail={place.supportEmail}
    >
      <Paragraph>{t(`account.pin_changed.${facts.change}.body`, { moment })}</Paragraph>
      <Paragraph>{t('account.pin_changed.was_you')}</Paragraph>
      <Paragraph>{t('account.pin_changed.not_you')}</Paragraph>
      <Action
        quiet
        words={words}
        label={t('account.pin_changed.action')}
        href={accountLinks.forgotPassword(place.publicUrl)}
      />
    </MailLayout>
  );
}
