import { Action, Paragraph } from '../../../platform/mail/templates/mail-blocks.tsx';
import { MailLayout } from '../../../platform/mail/templates/mail-layout.tsx';
import { accountLinks } from './account-links.ts';
import type { AccountMailProps } from './account-mail.ts';

export function ProofsFailed({ words, place, subject }: AccountMailProps<'proofs_failed'>) {
  const { t } = words;
  return (
    <MailLayout
      words={words}
      subject={subject}
      preheader={t('account.proofs_failed.preheader')}
      reason={t('account.reason.account')}
      supportEmail={place.supportEmail}
    >
      <Paragraph>{t('account.proofs_failed.body')}</Paragraph>
      <Paragraph>{t('account.proofs_failed.was_you')}</Paragraph>
      <Paragraph>{t('account.proofs_failed.not_you')}</Paragraph>
      <Action
        quiet
        words={words}
        label={t('account.proofs_failed.action')}
        href={accountLinks.forgotPassword(place.publicUrl)}
      />
    </MailLayout>
  );
}
