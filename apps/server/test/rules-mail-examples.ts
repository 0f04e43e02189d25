import type { MailWords } from '../src/platform/mail/templates/mail-words.ts';
import type { MailExample } from './mail-example.ts';

const at = '2026-11-15T09:30:00.000Z';
const from = '2026-11-22T09:30:00.000Z';
const atMoment = ({ moment }: MailWords) => [moment(at)];

/** What owners are told about their rules, with the token of a link. */
export const rulesExamples = (token: string): Record<string, MailExample[]> => {
  const owner = { owner_name: 'Maria Ivanova', owner_email: 'maria@example.org' };
  const maria = () => ['Maria Ivanova (maria@example.org)'];
  const noted = [{ facts: { at }, links: ['/forgot-password'], says: atMoment }];
  const links = ['/settings?tab=protocol', '/forgot-password'];
  return {
    protocol_rules_weakened: [
      {
        facts: { address: 'first', waiting_hours: 24, needs_second: true, at, from },
        links,
        says: (words) => [
          words.moment(at),
          words.moment(from),
          words.t('protocol.protocol_rules_weakened.waiting', { count: 1 }),
          words.t('protocol.protocol_rules_weakened.second_needed'),
          words.t('account.reason.account'),
        ],
      },
      {
        facts: { address: 'second', waiting_hours: 0, needs_second: false, at, from: at },
        links,
        says: ({ t }) => [
          t('protocol.protocol_rules_weakened.waiting_none'),
          t('protocol.protocol_rules_weakened.second_not_needed'),
          t('protocol.protocol_rules_weakened.at_once'),
          t('protocol.rules.second_reason'),
        ],
      },
    ],
    second_address_confirm: [
      {
        facts: { ...owner, token },
        links: [`/second-address#token=${token}`],
        says: ({ t }) => [
          ...maria(),
          t('protocol.second_address_confirm.validity', { count: 7 }),
          t('protocol.rules.asked_reason'),
        ],
      },
    ],
    second_address_set: [
      {
        facts: { second_email: 'anna@example.org' },
        links: ['/forgot-password'],
        says: () => ['a***@example.org'],
      },
    ],
    second_address_removed: noted,
    second_address_released: [{ facts: owner, links: [], says: maria }],
    stop_code_made: noted,
    stop_code_removed: noted,
  };
};
