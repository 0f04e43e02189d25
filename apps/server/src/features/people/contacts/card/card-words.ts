import type { SiteInfo } from '../../../../platform/mail/mail.ts';
import { linkTo } from '../../../../platform/mail/mailed-link.ts';
import type { MailWords } from '../../../../platform/mail/templates/mail-words.ts';
import { rubles } from '../../../../platform/mail/templates/mail-words.ts';
import { nameWithAddress } from '../../../../platform/mail/templates/plain-name.ts';
import type { CardFacts } from './card-facts.ts';

/** What the mail and the card both say. */
export interface CardWords {
  /** Who asked, and what was answered. */
  asked: string;
  /** Where to go on the day. */
  address: string;
  signIn: string;
  pin: string;
  steps: string[];
}

export function cardWords(words: MailWords, facts: CardFacts, { publicUrl }: SiteInfo): CardWords {
  const { t } = words;
  const { owner_name, owner_email, contact_email, asks_for_pin } = facts;
  const person = nameWithAddress(owner_name ?? '', owner_email);
  const price = rubles(words, facts.activation_price * 100);
  return {
    asked: t('card.asked', { person }),
    address: linkTo(publicUrl, '/trusted-legacies'),
    signIn: t('card.sign_in', { email: contact_email }),
    pin: t(asks_for_pin ? 'card.pin' : 'card.no_pin'),
    steps: [
      t('card.steps.open'),
      t('card.steps.read'),
      t('card.steps.start', { price }),
      t('card.steps.wait', { email: contact_email }),
    ],
  };
}
