import {
  type ReadinessFinding,
  readinessKinds,
} from '@zavet/contract/protocol/dashboard-endpoints';
import { expect, test } from 'vitest';
import { fixLinkOf, isAboutService, itemLinkOf, readinessStateOf } from './readiness-rules.ts';

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

test('the state is ready without findings', () => {
  expect(readinessStateOf([])).toEqual({ state: 'ready', count: 0 });
});

test('advice alone does not block', () => {
  expect(readinessStateOf([finding('owner_unnamed', 'advice')])).toEqual({
    state: 'advised',
    count: 1,
  });
});

test('blocking findings are counted without advice', () => {
  const findings = [
    finding('no_contacts'),
    finding('no_instructions'),
    finding('owner_unnamed', 'advice'),
  ];
  expect(readinessStateOf(findings)).toEqual({ state: 'blocked', count: 2 });
});

test('findings about the service are separate from those of the owner', () => {
  expect(readinessKinds.filter((kind) => isAboutService({ kind }))).toEqual([
    'payments_not_configured',
    'mail_captured',
  ]);
});

test('a single unassigned instruction opens at the choice of contacts', () => {
  expect(fixLinkOf(finding('instructions_unassigned', 'blocking', ['a']))).toEqual({
    to: '/instructions',
    search: { edit: 'a', at: 'contacts' },
  });
});

test('several instructions are fixed in the list or one by one', () => {
  expect(fixLinkOf(finding('instructions_unassigned', 'blocking', ['a', 'b']))).toEqual({
    to: '/instructions',
  });
  expect(itemLinkOf('instructions_unassigned', 'b')?.search).toEqual({ edit: 'b', at: 'contacts' });
});

test('the fix of a single instruction to review is the list; the item itself links to the form', () => {
  expect(fixLinkOf(finding('instructions_unreviewed', 'advice', ['a']))).toEqual({
    to: '/instructions',
  });
  expect(itemLinkOf('instructions_unreviewed', 'a')?.search).toEqual({ edit: 'a' });
});

test('a single instruction without its files opens in its form', () => {
  expect(fixLinkOf(finding('instructions_lack_files', 'blocking', ['a']))).toEqual({
    to: '/instructions',
    search: { edit: 'a' },
  });
});

test('an instruction without a reachable contact opens at the choice of contacts, other items have no form', () => {
  expect(itemLinkOf('instructions_unreachable', 'a')?.search).toEqual({
    edit: 'a',
    at: 'contacts',
  });
  expect(itemLinkOf('no_contacts', 'a')).toBeUndefined();
  expect(fixLinkOf(finding('contacts_declined', 'advice', ['a']))).toEqual({ to: '/contact' });
});

test('every finding links to the screen that fixes it', () => {
  const links = readinessKinds.map((kind) => [kind, fixLinkOf(finding(kind))]);
  expect(Object.fromEntries(links)).toEqual({
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
    files_to_remove: { to: '/settings', search: { tab: 'plan' } },
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
