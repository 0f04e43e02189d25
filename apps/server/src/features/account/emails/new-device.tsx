import { linkLifetimes } from '@zavet/contract/timings';
import { Action, Paragraph } from '../../../platform/mail/templates/mail-blocks.tsx';
import { MailLayout } from '../../../platform/mail/templates/mail-layout.tsx';
import type { MailWords } from '../../../platform/mail/templates/mail-words.ts';
import { accountLinks } from './account-links.ts';
import type { AccountMailFacts, AccountMailProps } from './account-mail.ts';

export function NewDevice({ words, place, subject, facts }: AccountMailProps<'new_device'>) {
  const { t } = words;
  const moment = words.moment(facts.signed_in_at);
  return (
    <MailLayout
      words={words}
      subject={subject}
      preheader={t('account.new_device.preheader')}
      reason={t('account.reason.account')}
      supportEmail={place.supportEmail}
    >
      <Paragraph>{t('account.new_device.body')}</Paragraph>
      <Paragraph>{t('account.new_device.when', { moment })}</Paragraph>
      <Paragraph>{t('account.new_device.device', { device: deviceIn(words, facts) })}</Paragraph>
      {facts.network && (
        <Paragraph>{t('account.new_device.network', { network: facts.network })}</Paragraph>
      )}
      <Paragraph>{t('account.new_device.was_you')}</Paragraph>
      <Paragraph>{t('account.new_device.not_you')}</Paragraph>
      <Action
        quiet
        words={words}
        label={t('account.new_device.action')}
        href={accountLinks.disownSignIn(place.publicUrl, facts.token)}
      />
      <Paragraph>
        {t('account.link.validity', { duration: words.duration(linkLifetimes.disownSignIn) })}
      </Paragraph>
    </MailLayout>
  );
}

function deviceIn({ t }: MailWords, facts: AccountMailFacts['new_device']): string {
  const browser = facts.browser === 'yandex' ? t('account.device.yandex') : facts.browser;
  const { system } = facts;
  if (browser && system) return t('account.device.known', { browser, system });
  if (system) return t('account.device.system_only', { system });
  return browser ?? t('account.device.unknown');
}
