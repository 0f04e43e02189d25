import { paymentStatuses } from '@zavet/contract/billing/payment-endpoints';
import { supportCategories, supportStatuses } from '@zavet/contract/desk/support-values';
import { auditActors, ownerActs } from '@zavet/contract/identity/audit-values';
import { legalDocumentNames } from '@zavet/contract/identity/editions';
import { securityEventKinds } from '@zavet/contract/identity/security-events';
import { locales } from '@zavet/contract/locales';
import { contactCategories, shownContactStatuses } from '@zavet/contract/people/contact-rules';
import { checkInFrequencies, checkInStates } from '@zavet/contract/protocol/check-in-values';
import { deliveryStates } from '@zavet/contract/protocol/protocol-values';
import type { ArchiveData } from '@zavet/contract/vault/archive-schema';
import {
  instructionCategories,
  instructionPriorities,
} from '@zavet/contract/vault/instruction-values';
import { describe, expect, it } from 'vitest';
import { encodePath, renderArchivePage } from './archive-page.ts';
import { archiveWords } from './archive-words.ts';
import { archivePaths } from './gather-archive.ts';

const pathsOf = (title: string, ...file_names: string[]) =>
  archivePaths([{ title, file_names }]).flat();

describe('paths of files in an archive', () => {
  it('consist of the title of the instruction and the file name', () => {
    expect(pathsOf('Квартира', 'договор.pdf')).toEqual(['files/Квартира/договор.pdf']);
  });

  it.each(['../../etc', '/root', 'C:\\Windows', '..', 'con', 'a\u202egpj', 'a\u0000b', ' ', '...'])(
    'stay below the folder for the title %j',
    (title) => {
      const [path = ''] = pathsOf(title, `../${title}.pdf`);
      expect(path).toMatch(/^files\/[^/\\:]+\/[^/\\:]+\.pdf$/);
      expect(path.split('/')).not.toContain('..');
      expect(path).not.toMatch(/[\p{Cc}\u202e]|[. ]\/|\/(con|aux)[./]/iu);
    },
  );

  it('are unique', () => {
    const same = { title: 'Дом', file_names: ['план.png', 'ПЛАН.png'] };
    const paths = archivePaths([same, { ...same, title: 'дом' }]).flat();
    expect(new Set(paths.map((path) => path.toLowerCase())).size).toBe(4);
  });

  it('are short enough for every system', () => {
    const [path = ''] = pathsOf('я'.repeat(200), 'a.pdf');
    expect(path.length).toBeLessThan(80);
  });

  it('are encoded in links', () => {
    expect(encodePath('files/50% #1?/a "b".pdf')).toBe('files/50%25%20%231%3F/a%20%22b%22.pdf');
  });
});

/** Values for which the archive page reuses the texts of the screens. */
const enums = {
  settings: { 'events.kinds': securityEventKinds },
  audit: { acts: ownerActs, actors: auditActors },
  contacts: { status: shownContactStatuses, categories: contactCategories },
  instructions: { categories: instructionCategories, priorities: instructionPriorities },
  legal: { documents: legalDocumentNames },
  plans: { 'payments.status': paymentStatuses },
  'check-ins': { 'card.frequencies': checkInFrequencies, 'card.states': checkInStates },
  protocol: { 'deliveries.states': deliveryStates },
  support: { categories: supportCategories, 'requests.status': supportStatuses },
} as const;

describe.each(locales)('the page of an archive in %s', (locale) => {
  it('has a word for every value', async () => {
    const words = archiveWords(locale);
    const subjects = Object.entries(enums) as [keyof typeof enums, Record<string, string[]>][];
    const nameless = subjects.flatMap(([subject, groups]) =>
      Object.entries(groups).flatMap(([group, values]) =>
        values.filter((value) => words.name(subject, group, value) === value),
      ),
    );
    expect(nameless).toEqual([]);
  });

  it('shows an empty account and escapes markup', async () => {
    const words = archiveWords(locale);
    const page = renderArchivePage(account(), words);
    expect(page).toContain(`<html lang="${locale}">`);
    expect(page).toContain(words.say('nothing'));
    expect(page).toContain('&lt;b&gt;&quot;&amp;&#39;');
    expect(page).not.toContain('<b>');
    expect(page).not.toMatch(/undefined|\[object|NaN|\{\{/);
  });
});

const moment = '2026-11-17T10:00:00.000Z';

function account(): ArchiveData {
  return {
    ...{ format: 'zavet-export', version: 1, made_at: moment, language: 'ru' },
    profile: {
      ...{ user_id: 'u', first_name: null, last_name: null, full_name: `<b>"&'` },
      ...{ user_email: 'a@example.org', pending_email: null, pending_email_until: null },
      ...{ phone: null, date_of_birth: '1980-05-17', preferred_language: 'ru', has_pin: true },
      ...{ created_at: moment, updated_at: moment },
    },
    ...{ consents: [], contacts: [], instructions: [], payments: [], support_requests: [] },
    ...{ sessions: [], security_events: [], operator_acts: [], rehearsals: [] },
    protocol_rules: {
      ...{ waiting_hours: 72, needs_second: false, is_chosen: true, second_address: null },
      pending: { waiting_hours: 0, needs_second: false, from: moment },
      veto_code_created_at: moment,
    },
    protocol: { started: null, attempts: [], past: [], vetoed_contacts: [] },
    check_ins: {
      ...{ frequency: 'weekly', state: 'watching', next_step_at: null, is_last_step: false },
      ...{ confirmed_contacts: 0, steps: [] },
    },
    plan: {
      ...{ plan: 'storage_300', period: 'monthly', valid_until: '2026-12-17', limit_mb: 300 },
      ...{ auto_renewal: true, payment_method: { title: 'Visa *4711', last4: '4711' } },
      ...{ charged_on: null, charged_amount: null, unreached: null, renewal_declined: null },
      expired: null,
    },
  };
}
