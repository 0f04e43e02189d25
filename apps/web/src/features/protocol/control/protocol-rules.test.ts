import type {
  OwnAttempt,
  OwnDelivery,
  OwnProtocol,
} from '@zavet/contract/protocol/legacy-endpoints';
import type { UndeliveredReason } from '@zavet/contract/protocol/protocol-values';
import { expect, test } from 'vitest';
import {
  canRequireSecondContact,
  eventsOf,
  filterAbleToStart,
  folderOf,
  isOpened,
  needsPolling,
  openedDeliveriesOf,
  sentenceKindOf,
} from './protocol-rules.ts';

const at = (minute: number) => `2026-11-15T10:0${minute}:00.000Z`;

const protocol = (overrides: Partial<OwnProtocol>): OwnProtocol => ({
  status: 'delivering',
  started_at: at(0),
  activated_at: at(1),
  activated_by: null,
  progress: {
    total: 2,
    accepted: 1,
    waiting: 1,
    unreachable: 0,
    withheld: 0,
    closed: 0,
    opened: 0,
  },
  unopened: 0,
  deliveries: [],
  left: [],
  ...overrides,
});

test('polls only while a start or a delivery is in progress', () => {
  const settledProgress = {
    total: 3,
    accepted: 1,
    waiting: 0,
    unreachable: 1,
    withheld: 1,
    closed: 0,
    opened: 0,
  };
  const attempts: OwnAttempt[] = [
    {
      activation_id: 'a1',
      status: 'waiting',
      contact_id: 'c1',
      contact_name: 'Мария',
      contact_phone: null,
      started_at: at(0),
      release_at: at(5),
      is_postponed: false,
      doubt: null,
    },
  ];
  const settled = protocol({ status: 'partially_delivered', progress: settledProgress });
  expect(needsPolling({ protocol: protocol({}), attempts: [] })).toBe(true);
  expect(needsPolling({ protocol: null, attempts })).toBe(true);
  expect(needsPolling({ protocol: settled, attempts: [] })).toBe(false);
  expect(needsPolling({ protocol: null, attempts: [] })).toBe(false);
  expect(needsPolling(undefined)).toBe(false);
});

test('links to the outbox only while a letter waits there', () => {
  const left = (reason: UndeliveredReason) =>
    protocol({ left: [{ instruction_id: 'i1', reason }] });
  expect(folderOf(protocol({}))).toBe('sent');
  expect(folderOf(left('written_after'))).toBe('sent');
  expect(folderOf(left('contacts_unconfirmed'))).toBe('outbox');
  expect(folderOf(left('unreachable'))).toBe('outbox');
});

test('a letter that was never sent has no events', () => {
  const recipient = {
    id: 'd1',
    instruction_id: 'i1',
    recipient_name: 'Пётр',
    recipient_email: null,
  };
  const noEvents = {
    accepted_at: null,
    refused_at: null,
    bounced_at: null,
    opened_at: null,
    downloaded_at: null,
  };
  const withheld = {
    ...recipient,
    ...noEvents,
    state: 'withheld',
    queued_at: at(0),
    corrected_at: null,
  };
  expect(eventsOf(withheld as OwnDelivery)).toEqual([]);
});

test('lists the events of a delivery in chronological order', () => {
  const delivery: OwnDelivery = {
    id: 'd1',
    instruction_id: 'i1',
    title: 'Ключи от дачи',
    recipient_name: 'Мария',
    recipient_email: 'maria@example.org',
    state: 'accepted',
    queued_at: at(0),
    accepted_at: at(4),
    refused_at: at(1),
    bounced_at: null,
    opened_at: null,
    downloaded_at: null,
    corrected_at: at(2),
  };
  expect(eventsOf(delivery).map(({ name }) => name)).toEqual([
    'queued_at',
    'refused_at',
    'corrected_at',
    'accepted_at',
  ]);
  const downloaded = { ...delivery, accepted_at: at(1), refused_at: at(4), downloaded_at: at(3) };
  expect(eventsOf(downloaded).map(({ name }) => name)).toEqual([
    'queued_at',
    'accepted_at',
    'corrected_at',
    'downloaded_at',
    'refused_at',
  ]);
});

test('lists a bounce once and counts a letter as opened only after an accepted delivery', () => {
  const noEvents = { opened_at: null, downloaded_at: null, corrected_at: null };
  const times = { queued_at: at(0), accepted_at: at(1), refused_at: at(2), bounced_at: at(2) };
  const bounced = { ...noEvents, ...times, state: 'queued' } as OwnDelivery;
  expect(eventsOf(bounced).map(({ name }) => name)).toEqual([
    'queued_at',
    'accepted_at',
    'bounced_at',
  ]);
  expect(eventsOf({ ...bounced, refused_at: at(3) }).map(({ name }) => name)).toContain(
    'refused_at',
  );
  expect(isOpened(bounced)).toBe(false);
  expect(isOpened({ ...bounced, state: 'accepted' })).toBe(false);
  expect(isOpened({ ...bounced, state: 'accepted', opened_at: at(4) })).toBe(true);
});

const [maria, oleg] = [
  { id: 'c1', name: 'Мария', is_blocked: false },
  { id: 'c2', name: 'Олег', is_blocked: false },
];

const sentenceKindFor = (contacts: object[], waiting_hours: 0 | 72, needs_second = false) =>
  sentenceKindOf({ contacts: contacts as never, waiting_hours, needs_second });

test('has no contact who can start until one has confirmed, with any rules', () => {
  expect(sentenceKindFor([], 72)).toBe('none');
  expect(sentenceKindFor([], 0, true)).toBe('none');
});

test('names a single contact and counts several', () => {
  expect(sentenceKindFor([maria], 72)).toBe('one');
  expect(sentenceKindFor([maria, oleg], 72)).toBe('several');
});

test('does not promise a veto without a waiting period', () => {
  expect(sentenceKindFor([maria], 0)).toBe('oneAtOnce');
  expect(sentenceKindFor([maria, oleg], 0)).toBe('severalAtOnce');
  expect(sentenceKindFor([maria, oleg], 0, true)).toBe('secondAtOnce');
});

test('mentions a second contact only when there is one', () => {
  expect(sentenceKindFor([maria, oleg], 72, true)).toBe('second');
  expect(sentenceKindFor([maria], 72, true)).toBe('one');
  expect(canRequireSecondContact({ contacts: [maria] })).toBe(false);
  expect(canRequireSecondContact({ contacts: [maria, oleg] })).toBe(true);
});

test('does not name a contact whose start was vetoed as able to start', () => {
  const blocked = { ...maria, is_blocked: true };
  expect(sentenceKindFor([blocked], 72)).toBe('blocked');
  expect(sentenceKindFor([blocked, oleg], 72, true)).toBe('one');
  expect(filterAbleToStart([blocked, oleg])).toEqual([oleg]);
});

const delivery = (id: string, opened_at: string | null, downloaded_at: string | null = null) =>
  ({ id, opened_at, downloaded_at }) as OwnDelivery;

test('counts only opened or downloaded deliveries as read, latest first', () => {
  const read = openedDeliveriesOf([
    delivery('early', '2026-11-15T10:00:00.000Z'),
    delivery('never', null),
    delivery('late', '2026-11-17T10:00:00.000Z', '2026-11-18T10:00:00.000Z'),
    delivery('files', null, '2026-11-16T10:00:00.000Z'),
  ]);
  expect(read.map(({ id }) => id)).toEqual(['late', 'files', 'early']);
});
