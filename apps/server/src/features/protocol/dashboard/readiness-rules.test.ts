import { maxNamedPerFinding } from '@zavet/contract/protocol/dashboard-endpoints';
import { defaultReleaseRules } from '@zavet/contract/protocol/release-rules';
import { describe, expect, it } from 'vitest';
import { contact, instruction, ready, rehearsal } from '../../../../test/readiness-facts.ts';
import { findingsIn, type ReadinessFacts } from './readiness-rules.ts';

const now = new Date('2026-07-15T12:00:00Z');

const found = (changes: Partial<ReadinessFacts>) =>
  findingsIn({ ...ready, ...changes }, now).map(({ kind, gravity, count, concerned }) => [
    kind,
    gravity,
    count,
    ...concerned,
  ]);

describe('readiness', () => {
  it('has no findings if everything is in order', () => {
    expect(found({})).toEqual([]);
  });

  it('advises a rehearsal after a year without one, if there is a confirmed contact', () => {
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

  it('counts the failures of the last rehearsal, pending participants only after its end', () => {
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

  it('sorts blocking findings first', () => {
    expect(
      found({
        is_owner_named: false,
        is_mail_captured: true,
        are_payments_configured: false,
        contacts: [],
        instructions: [],
        files_to_remove: 3,
        is_owner_unreached: true,
      }),
    ).toEqual([
      ['payments_not_configured', 'blocking', 1],
      ['no_contacts', 'blocking', 1],
      ['no_instructions', 'blocking', 1],
      ['files_to_remove', 'advice', 3],
      ['owner_unreached', 'advice', 1],
      ['owner_unnamed', 'advice', 1],
      ['mail_captured', 'advice', 1],
    ]);
  });

  it('groups contacts by the state of their invitation', () => {
    const contacts = [
      contact({ id: 'waiting', status: 'pending' }),
      contact({ id: 'queued', status: 'pending', mail_state: 'queued' }),
      contact({ id: 'refused', status: 'pending', mail_state: 'refused' }),
      contact({ id: 'imported', status: 'pending', mail_state: null }),
      contact({ id: 'declined', status: 'declined', mail_state: 'refused' }),
    ];
    const unanswered = [
      ['contacts_unreachable', 'advice', 1, 'refused'],
      ['contacts_uninvited', 'advice', 1, 'imported'],
      ['contacts_declined', 'advice', 1, 'declined'],
      ['contacts_unconfirmed', 'advice', 2, 'waiting', 'queued'],
    ];
    const instructions = [instruction({ has_recipient: true })];
    expect(found({ contacts, instructions })).toEqual([
      ['no_confirmed_contacts', 'blocking', 1],
      ...unanswered,
    ]);
    expect(found({ contacts: [...contacts, contact()] })).toEqual(unanswered);
  });

  it('names blocked contacts only if no other contact could start', () => {
    const blocked = [
      contact({ is_blocked: true }),
      contact({ id: 'boris', status: 'activated', is_blocked: true }),
    ];
    const unable = [
      contact({ id: 'vera', status: 'declined' }),
      contact({ id: 'oleg', status: 'pending' }),
    ];
    expect(found({ contacts: blocked })).toEqual([
      ['contacts_blocked', 'blocking', 2, 'anna', 'boris'],
    ]);
    expect(found({ contacts: [...blocked, ...unable] })[0]).toEqual([
      'contacts_blocked',
      'blocking',
      2,
      'anna',
      'boris',
    ]);
    expect(found({ contacts: [...blocked, contact({ id: 'gleb' })] })).toEqual([]);
    const kinds = found({ contacts: unable }).map(([kind]) => kind);
    expect(kinds).toContain('no_confirmed_contacts');
    expect(kinds).not.toContain('contacts_blocked');
  });

  it('names confirmed contacts whose reconfirmation has been pending for a month', () => {
    const monthAgo = '2026-06-15T12:00:00Z';
    const contacts = [
      contact(),
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

  it('names contacts without a delivered reconfirmation as unreachable, not as unanswered', () => {
    const monthAgo = '2026-06-15T12:00:00Z';
    const contacts = [contact(), contact({ id: 'lost', asked_at: monthAgo, is_unreached: true })];
    expect(found({ contacts })).toEqual([['contacts_unreachable', 'advice', 1, 'lost']]);
    const instructions = [instruction({ contact_ids: ['anna', 'lost'] })];
    expect(found({ contacts, instructions })).toEqual([
      ['contacts_unreachable', 'blocking', 1, 'lost'],
    ]);
    const declined = [contact(), contact({ id: 'no', status: 'declined', is_unreached: true })];
    expect(found({ contacts: declined })).toEqual([['contacts_declined', 'advice', 1, 'no']]);
  });

  it('reports unreachable addresses of the owner', () => {
    expect(found({ is_owner_unreached: true, is_second_address_unreached: true })).toEqual([
      ['owner_unreached', 'advice', 1],
      ['second_address_unreached', 'advice', 1],
    ]);
  });

  it('ignores a refused invitation of a confirmed contact', () => {
    expect(found({ contacts: [contact({ mail_state: 'refused' })] })).toEqual([]);
  });

  it('names instructions without a reachable reader', () => {
    const contacts = [
      contact(),
      contact({ id: 'pending', status: 'pending' }),
      contact({ id: 'lost', is_unreached: true }),
    ];
    const instructions = [
      instruction({ id: 'unassigned', contact_ids: [] }),
      instruction({ id: 'unconfirmed', contact_ids: ['pending'] }),
      instruction({ id: 'unreached', contact_ids: ['lost', 'pending'] }),
      instruction({ id: 'to a recipient', contact_ids: [], has_recipient: true }),
      instruction({ id: 'to one of two', contact_ids: ['anna', 'pending'] }),
    ];
    expect(found({ contacts, instructions }).slice(0, 3)).toEqual([
      ['contacts_unreachable', 'blocking', 1, 'lost'],
      ['instructions_unassigned', 'blocking', 1, 'unassigned'],
      ['instructions_unreachable', 'blocking', 2, 'unconfirmed', 'unreached'],
    ]);
  });

  it('names instructions with missing files', () => {
    const instructions = [instruction(), instruction({ id: 'half', missing_files: 2 })];
    expect(found({ instructions })).toEqual([['instructions_lack_files', 'blocking', 1, 'half']]);
  });

  it('advises a waiting period once there are contacts', () => {
    expect(found({ rules: defaultReleaseRules })).toEqual([['no_waiting_time', 'advice', 1]]);
    const instructions = [instruction({ has_recipient: true })];
    const unnamed = found({ rules: defaultReleaseRules, contacts: [], instructions });
    expect(unnamed).toEqual([['no_contacts', 'blocking', 1]]);
  });

  it('advises a waiting period from the moment when it no longer applies', () => {
    const ending = (from: string) =>
      found({
        rules: { ...ready.rules, pending: { ...defaultReleaseRules, from: new Date(from) } },
      });
    expect(ending('2026-07-15T12:00:01Z')).toEqual([]);
    expect(ending('2026-07-15T12:00:00Z')).toEqual([['no_waiting_time', 'advice', 1]]);
  });

  it('names the oldest and counts all', () => {
    const instructions = Array.from({ length: maxNamedPerFinding + 2 }, (_, index) =>
      instruction({ id: `${index}`, reviewed_at: '2026-01-01T00:00:00Z' }),
    );
    expect(found({ instructions })).toEqual([
      ['instructions_unreviewed', 'advice', maxNamedPerFinding + 2, '0', '1', '2', '3', '4'],
    ]);
  });

  it('has no findings once the protocol is active', () => {
    expect(found({ is_active: true, contacts: [], is_mail_captured: true })).toEqual([]);
  });
});
