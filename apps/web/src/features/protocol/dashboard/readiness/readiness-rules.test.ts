import {
  type ReadinessFinding,
  readinessKinds,
} from '@zavet/contract/protocol/dashboard-endpoints';
import { expect, test } from 'vitest';
import { fixFor, fixForItem, isAboutService, readinessStateOf } from './readiness-rules.ts';

const finding = (
  kind: ReadinessFinding['kind'],
  gravity: ReadinessFinding['gravity'] = 'blocking',
  ids: string[] = [],
): ReadinessFinding => ({
  kind,
  gravity,
  count: ids.length,
  concerned: ids.map((id) => ({ id, name: id })),
});

test('nothing found means ready', () => {
  expect(readinessStateOf([])).toEqual({ state: 'ready', count: 0 });
});

test('advice alone does not stand in the way', () => {
  expect(readinessStateOf([finding('owner_unnamed', 'advice')])).toEqual({
    state: 'advised',
    count: 1,
  });
});

test('what stands in the way is counted without the advice', () => {
  const findings = [
    finding('no_contacts'),
    finding('no_instructions'),
    finding('owner_unnamed', 'advice'),
  ];
  expect(readinessStateOf(findings)).toEqual({ state: 'blocked', count: 2 });
});

test('the set-up of the service is separate from the steps of the owner', () => {
  expect(readinessKinds.filter((kind) => isAboutService({ kind }))).toEqual([
    'payments_not_configured',
    'mail_captured',
  ]);
});

test('a single instruction without anyone is opened where its contacts are chosen', () => {
  expect(fixFor(finding('instructions_unassigned', 'blocking', ['a']))).toEqual({
    to: '/instructions',
    search: { edit: 'a', at: 'contacts' },
  });
});

test('several instructions are fixed from their list, or each by itself', () => {
  expect(fixFor(finding('instructions_unassigned', 'blocking', ['a', 'b']))).toEqual({
    to: '/instructions',
  });
  expect(fixForItem('instructions_unassigned', 'b')?.search).toEqual({ edit: 'b', at: 'contacts' });
});

test('a single instruction to review is marked in the list and read in its form', () => {
  expect(fixFor(finding('instructions_unreviewed', 'advice', ['a']))).toEqual({
    to: '/instructions',
  });
  expect(fixForItem('instructions_unreviewed', 'a')?.search).toEqual({ edit: 'a' });
});

test('a single instruction without its files is opened where they are chosen again', () => {
  expect(fixFor(finding('instructions_lack_files', 'blocking', ['a']))).toEqual({
    to: '/instructions',
    search: { edit: 'a' },
  });
});

test('what nobody reaches is opened where its contacts are chosen, and other things have no form', () => {
  expect(fixForItem('instructions_unreachable', 'a')?.search).toEqual({
    edit: 'a',
    at: 'contacts',
  });
  expect(fixForItem('no_contacts', 'a')).toBeUndefined();
  expect(fixFor(finding('contacts_declined', 'advice', ['a']))).toEqual({ to: '/contact' });
});

test('every finding leads to the screen that fixes it', () => {
  const ways = readinessKinds.map((kind) => [kind, fixFor(finding(kind))]);
  expect(Object.fromEntries(ways)).toEqual({
    payments_not_configured: undefined,
    no_contacts: { to: '/contact' },
    no_confirmed_contacts: { to: '/contact' },
    contacts_blocked: { to: '/contact' },
    contacts_unreachable: { to: '/contact' },
    contacts_uninvited: { to: '/contact' },
    contacts_declined: { to: '/contact' },
    contacts_unconfirmed: { to: '/contact' },
    contacts_unanswered: { to: '/contact' },
    no_instructions: { to: '/instructions', search: { new: '1' } },
    instructions_unassigned: { to: '/instructions' },
    instructions_unreachable: { to: '/instructions' },
    instructions_lack_files: { to: '/instructions' },
    files_leaving: { to: '/settings', search: { tab: 'plan' } },
    owner_unreached: { to: '/settings' },
    second_address_unreached: { to: '/settings', search: { tab: 'protocol' } },
    no_waiting_time: { to: '/settings', search: { tab: 'protocol' } },
    instructions_unreviewed: { to: '/instructions' },
    owner_unnamed: { to: '/settings' },
    rehearsal_due: { to: '/readiness/rehearsal' },
    mail_captured: { to: '/dev/mailbox' },
    rehearsal_failed: { to: '/readiness/rehearsal' },
  });
});
