import { readinessNamed } from '@zavet/contract/dashboard/readiness';
import { noRules } from '@zavet/contract/protocol/release-rules';
import { describe, expect, it } from 'vitest';
import {
  type ContactFacts,
  findingsIn,
  type InstructionFacts,
  lettersIn,
  type ReadinessFacts,
  type RehearsalFacts,
} from './readiness-rules.ts';

const now = new Date('2026-07-15T12:00:00Z');

const contact = (changes: Partial<ContactFacts> = {}): ContactFacts => ({
  id: 'anna',
  name: 'Анна',
  status: 'confirmed',
  mail_state: 'sent',
  asked_at: null,
  is_unreached: false,
  ...changes,
});

const instruction = (changes: Partial<InstructionFacts> = {}): InstructionFacts => ({
  id: 'letter',
  reviewed_at: '2026-07-01T00:00:00Z',
  has_recipient: false,
  contacts: 1,
  confirmed_contacts: 1,
  missing_files: 0,
  ...changes,
});

function rehearsal(changes: Partial<RehearsalFacts> = {}): RehearsalFacts {
  const parts = [{ kind: 'contact', state: 'answered', pin: 'right' } as const];
  return { started_at: '2026-07-01T00:00:00Z', is_open: false, parts, ...changes };
}

const ready: ReadinessFacts = {
  is_active: false,
  is_owner_named: true,
  is_mail_configured: true,
  are_payments_configured: true,
  contacts: [contact()],
  instructions: [instruction()],
  files_leaving: 0,
  is_owner_unreached: false,
  is_second_address_unreached: false,
  rules: { waiting_hours: 72, needs_second: false, pending: null },
  rehearsal: rehearsal(),
};

const found = (changes: Partial<ReadinessFacts>) =>
  findingsIn({ ...ready, ...changes }, now).map(({ kind, gravity, count, concerned }) => [
    kind,
    gravity,
    count,
    ...concerned,
  ]);

describe('readiness', () => {
  it('finds nothing where everything is in order', () => {
    expect(found({})).toEqual([]);
  });

  it('advises a rehearsal where there was none, or none for a year, and somebody to ask', () => {
    const due = [['rehearsal_due', 'advice', 1]];
    const heldOn = (started_at: string) => found({ rehearsal: rehearsal({ started_at }) });
    expect(found({ rehearsal: null })).toEqual(due);
    expect(heldOn('2025-07-15T12:00:00.001Z')).toEqual([]);
    expect(heldOn('2025-07-15T12:00:00.000Z')).toEqual(due);
    expect(found({ rehearsal: null, instructions: [] })).toEqual([
      ['no_instructions', 'blocking', 1],
    ]);
    const pending = [contact({ status: 'pending' })];
    const kinds = found({ rehearsal: null, contacts: pending }).map(([kind]) => kind);
    expect(kinds).not.toContain('rehearsal_due');
  });

  it('says what the last rehearsal has shown, and is not late while it is under way', () => {
    const parts = [
      { kind: 'contact', state: 'no_answer', pin: 'not_asked' },
      { kind: 'contact', state: 'refused', pin: 'not_asked' },
      { kind: 'contact', state: 'answered', pin: 'asked' },
      { kind: 'contact', state: 'answered', pin: 'right' },
      { kind: 'recipient', state: 'failed', pin: 'not_asked' },
      { kind: 'recipient', state: 'unknown', pin: 'not_asked' },
    ] as const;
    const ended = rehearsal({ parts });
    expect(found({ rehearsal: ended })).toEqual([['rehearsal_failed', 'advice', 4]]);
    expect(found({ rehearsal: { ...ended, is_open: true } })).toEqual([
      ['rehearsal_failed', 'advice', 2],
    ]);
    const old = { ...ended, started_at: '2025-01-01T00:00:00Z' };
    expect(found({ rehearsal: old })).toEqual([['rehearsal_due', 'advice', 1]]);
  });

  it('names what the server and the owner still lack, gravest first', () => {
    expect(
      found({
        is_owner_named: false,
        is_mail_configured: false,
        are_payments_configured: false,
        contacts: [],
        instructions: [],
        files_leaving: 3,
        is_owner_unreached: true,
      }),
    ).toEqual([
      ['mail_not_configured', 'blocking', 1],
      ['payments_not_configured', 'blocking', 1],
      ['no_contacts', 'blocking', 1],
      ['no_instructions', 'blocking', 1],
      ['files_leaving', 'advice', 3],
      ['owner_unreached', 'advice', 1],
      ['owner_unnamed', 'advice', 1],
    ]);
  });

  it('tells contacts apart by what became of their invitation', () => {
    const contacts = [
      contact({ id: 'waiting', status: 'pending' }),
      contact({ id: 'queued', status: 'pending', mail_state: 'queued' }),
      contact({ id: 'refused', status: 'pending', mail_state: 'refused' }),
      contact({ id: 'declined', status: 'declined', mail_state: 'refused' }),
    ];
    const unanswered = [
      ['contacts_unreachable', 'blocking', 1, 'refused'],
      ['contacts_declined', 'advice', 1, 'declined'],
      ['contacts_unconfirmed', 'advice', 2, 'waiting', 'queued'],
    ];
    expect(found({ contacts })).toEqual([['no_confirmed_contacts', 'blocking', 1], ...unanswered]);
    expect(found({ contacts: [...contacts, contact()] })).toEqual(unanswered);
  });

  it('names confirmed contacts whom the yearly question waits for since a month, and no others', () => {
    const monthAgo = '2026-06-15T12:00:00Z';
    const contacts = [
      contact({ id: 'silent', asked_at: monthAgo }),
      contact({ id: 'asked lately', asked_at: '2026-06-15T12:00:01Z' }),
      contact({ id: 'not asked' }),
      contact({ id: 'declined', status: 'declined', asked_at: monthAgo }),
    ];
    expect(found({ contacts })).toEqual([
      ['contacts_declined', 'advice', 1, 'declined'],
      ['contacts_unanswered', 'advice', 1, 'silent'],
    ]);
  });

  it('names confirmed contacts whom the yearly question did not reach, as such and not as silent', () => {
    const monthAgo = '2026-06-15T12:00:00Z';
    const contacts = [contact({ id: 'lost', asked_at: monthAgo, is_unreached: true })];
    expect(found({ contacts })).toEqual([['contacts_unreachable', 'blocking', 1, 'lost']]);
    const declined = [contact(), contact({ id: 'no', status: 'declined', is_unreached: true })];
    expect(found({ contacts: declined })).toEqual([['contacts_declined', 'advice', 1, 'no']]);
  });

  it('advises to look after an address of the owner that mails do not reach', () => {
    expect(found({ is_owner_unreached: true, is_second_address_unreached: true })).toEqual([
      ['owner_unreached', 'advice', 1],
      ['second_address_unreached', 'advice', 1],
    ]);
  });

  it('does not mind an old refusal once somebody has confirmed', () => {
    expect(found({ contacts: [contact({ mail_state: 'refused' })] })).toEqual([]);
  });

  it('names instructions that would reach nobody', () => {
    const nobody = { contacts: 0, confirmed_contacts: 0 };
    const unconfirmed = { contacts: 2, confirmed_contacts: 0 };
    const instructions = [
      instruction({ id: 'unassigned', ...nobody }),
      instruction({ id: 'unconfirmed', ...unconfirmed }),
      instruction({ id: 'to a recipient', ...nobody, has_recipient: true }),
      instruction({ id: 'to a recipient besides', ...unconfirmed, has_recipient: true }),
      instruction({ id: 'to one of two', contacts: 2, confirmed_contacts: 1 }),
    ];
    expect(found({ instructions })).toEqual([
      ['instructions_unassigned', 'blocking', 1, 'unassigned'],
      ['instructions_unreachable', 'blocking', 1, 'unconfirmed'],
    ]);
  });

  it('names instructions whose files did not all arrive: their letters would go without them', () => {
    const instructions = [instruction(), instruction({ id: 'half', missing_files: 2 })];
    expect(found({ instructions })).toEqual([['instructions_lack_files', 'blocking', 1, 'half']]);
  });

  it('advises a waiting time once somebody is named who could start', () => {
    expect(found({ rules: noRules })).toEqual([['no_waiting_time', 'advice', 1]]);
    const nobody = found({ rules: noRules, contacts: [] });
    expect(nobody).toEqual([['no_contacts', 'blocking', 1]]);
  });

  it('advises a waiting time from the moment on from which there is none', () => {
    const ending = (from: string) =>
      found({
        rules: { ...ready.rules, pending: { ...noRules, from: new Date(from) } },
      });
    expect(ending('2026-07-15T12:00:01Z')).toEqual([]);
    expect(ending('2026-07-15T12:00:00Z')).toEqual([['no_waiting_time', 'advice', 1]]);
  });

  it('names the oldest of many and counts the rest', () => {
    const instructions = Array.from({ length: readinessNamed + 2 }, (_, index) =>
      instruction({ id: `${index}`, reviewed_at: '2026-01-01T00:00:00Z' }),
    );
    expect(found({ instructions })).toEqual([
      ['instructions_unreviewed', 'advice', readinessNamed + 2, '0', '1', '2', '3', '4'],
    ]);
  });

  it('has nothing to say once the protocol is active', () => {
    expect(found({ is_active: true, contacts: [], is_mail_configured: false })).toEqual([]);
  });
});

describe('the letters of the first screen', () => {
  const drawn = (changes: Partial<ReadinessFacts>) => {
    const { total, arriving, shown } = lettersIn({ ...ready, ...changes });
    return [total, arriving, shown.map(({ id, arrives }) => (arrives ? id : `${id} not`)).join()];
  };
  const lost = (id: string) => instruction({ id, contacts: 0, confirmed_contacts: 0 });
  const some = (count: number) =>
    Array.from({ length: count }, (_, place) => instruction({ id: `${place}` }));

  it('are all drawn while they are few, the latest first and what reaches nobody last', () => {
    expect(drawn({ instructions: [...some(2), lost('lost'), ...some(1)] })).toEqual([
      4,
      3,
      '0,1,0,lost not',
    ]);
  });

  it('leave a place for the pile when they are many, and keep one for what reaches nobody', () => {
    expect(drawn({ instructions: [lost('lost'), lost('last'), ...some(6)] })).toEqual([
      8,
      6,
      '5,4,3,last not',
    ]);
    expect(drawn({ instructions: some(6) })).toEqual([6, 6, '5,4,3,2']);
    expect(drawn({ instructions: [...some(1), ...['a', 'b', 'c', 'd', 'e'].map(lost)] })).toEqual([
      6,
      1,
      '0,e not,d not,c not',
    ]);
  });

  it('arrive with a recipient of their own as well', () => {
    const named = instruction({ has_recipient: true, contacts: 0, confirmed_contacts: 0 });
    expect(drawn({ instructions: [named] })).toEqual([1, 1, 'letter']);
  });

  it('reach nobody as long as nobody could start the protocol', () => {
    const named = instruction({ has_recipient: true });
    const contacts = [contact({ status: 'pending' })];
    expect(drawn({ contacts, instructions: [named] })).toEqual([1, 0, 'letter not']);
  });
});
