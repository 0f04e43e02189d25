import { linkLifetimes } from '@zavet/contract/timings';
import type { MailWords } from '../src/platform/mail/templates/mail-words.ts';
import { type MailExample, moment, token } from './mail-example.ts';

const atMoment = ({ moment: write }: MailWords) => [write(moment)];
const disown = [`/verify#type=disown_factor&token=${token}`];
const lasting = (words: MailWords) => [
  ...atMoment(words),
  words.duration(linkLifetimes.disownFactor),
];
const stopping = (address: string): MailExample => ({
  facts: { address, token, ends_at: moment },
  links: [`/verify#type=stop_lost_device&token=${token}`],
  says: atMoment,
});

/** To an address that is too young to stop the wait. */
const notStopping: MailExample = {
  facts: { address: 'second', token: null, ends_at: moment },
  links: [],
  says: (words) => [...atMoment(words), words.t('account.lost_device_young_address')],
};

export const factorMailExamples: Record<string, MailExample[]> = {
  factors_changed: [
    ...['passkey_added', 'passkey_removed', 'one_time_codes_on', 'one_time_codes_off'],
    'recovery_codes_made',
  ].map((change) => ({ facts: { change, at: moment, token }, links: disown, says: lasting })),
  recovery_code_used: [9, 2, 0].map((left) => ({
    facts: { left, at: moment, token },
    links: disown,
    says: (words) => [...lasting(words), `${left}`],
  })),
  second_steps_failed: [{ facts: {}, links: ['/forgot-password'] }],
  passkey_refused: [{ facts: { at: moment }, links: ['/settings?tab=security'], says: atMoment }],
  lost_device_reported: [...['first', 'second'].map(stopping), notStopping],
  lost_device_reminder: [...['first', 'second'].map(stopping), notStopping],
  lost_device_ended: ['stopped', 'factor_used', 'password_changed', 'removed'].flatMap((outcome) =>
    ['first', 'second'].map((address) => ({
      facts: { address, outcome, at: moment },
      links: ['/forgot-password'],
      says: atMoment,
    })),
  ),
};
