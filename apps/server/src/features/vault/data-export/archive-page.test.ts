import { securityEventKinds } from '@zavet/contract/account/account-schemas';
import { auditActors, ownerActs } from '@zavet/contract/audit/audit-values';
import { contactCategories, shownContactStatuses } from '@zavet/contract/contacts/contact-values';
import type { ArchiveData } from '@zavet/contract/data-export/archive-schema';
import {
  instructionCategories,
  instructionPriorities,
} from '@zavet/contract/instructions/instruction-values';
import { legalDocumentNames } from '@zavet/contract/legal/editions';
import { locales } from '@zavet/contract/locales';
import { paymentStatuses } from '@zavet/contract/payments/payment-endpoints';
import { presenceFrequencies, presenceStates } from '@zavet/contract/presence/presence-values';
import { deliveryStates } from '@zavet/contract/protocol/protocol-values';
import { supportCategories, supportStatuses } from '@zavet/contract/support/support-values';
import { describe, expect, it } from 'vitest';
import { archivePage } from './archive-page.ts';
import { archiveWords } from './archive-words.ts';

/** Everything that the page names with a word of the screens. */
const named = {
  settings: { 'events.kinds': securityEventKinds },
  audit: { acts: ownerActs, actors: auditActors },
  contacts: { status: shownContactStatuses, categories: contactCategories },
  instructions: { categories: instructionCategories, priorities: instructionPriorities },
  legal: { documents: legalDocumentNames },
  plans: { 'payments.status': paymentStatuses },
  presence: { 'card.frequencies': presenceFrequencies, 'card.states': presenceStates },
  protocol: { 'deliveries.states': deliveryStates },
  support: { categories: supportCategories, 'requests.status': supportStatuses },
} as const;

describe.each(locales)('the page of an archive in %s', (locale) => {
  it('has a word for every value', async () => {
    const words = await archiveWords(locale);
    const subjects = Object.entries(named) as [keyof typeof named, Record<string, string[]>][];
    const nameless = subjects.flatMap(([subject, groups]) =>
      Object.entries(groups).flatMap(([group, values]) =>
        values.filter((value) => words.name(subject, group, value) === value),
      ),
    );
    expect(nameless).toEqual([]);
  });

  it('shows an account that has nothing, and escapes one that has something odd', async () => {
    const words = await archiveWords(locale);
    const page = archivePage(account(), words);
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
      stop_code_made_at: moment,
    },
    protocol: { started: null, attempts: [], past: [], stopped_contacts: [] },
    presence: {
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
