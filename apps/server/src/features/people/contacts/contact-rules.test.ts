import { type ContactStatus, contactStatuses } from '@zavet/contract/people/contact-rules';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type ContactEvent,
  type ContactTransition,
  nextContactStatus,
  shownStatus,
  triesLeft,
} from './contact-rules.ts';

const outcome = (move: ContactTransition) =>
  'next' in move ? move.next : `refused: ${move.refusal}`;

const table: Record<ContactEvent, Record<ContactStatus, string>> = {
  invited: {
    pending: 'pending',
    declined: 'pending',
    confirmed: 'refused: already_confirmed',
    activated: 'refused: contact_activated',
  },
  code_confirmed: {
    pending: 'confirmed',
    declined: 'refused: contact_declined',
    confirmed: 'refused: already_confirmed',
    activated: 'refused: already_confirmed',
  },
  code_confirmed_late: {
    pending: 'activated',
    declined: 'refused: contact_declined',
    confirmed: 'refused: already_confirmed',
    activated: 'refused: already_confirmed',
  },
  accepted_late: {
    pending: 'activated',
    declined: 'activated',
    confirmed: 'activated',
    activated: 'activated',
  },
  accepted: {
    pending: 'confirmed',
    declined: 'confirmed',
    confirmed: 'confirmed',
    activated: 'activated',
  },
  declined: {
    pending: 'declined',
    declined: 'declined',
    confirmed: 'declined',
    activated: 'refused: contact_activated',
  },
  details_changed: {
    pending: 'pending',
    declined: 'declined',
    confirmed: 'confirmed',
    activated: 'refused: contact_activated',
  },
  email_changed: {
    pending: 'pending',
    declined: 'pending',
    confirmed: 'pending',
    activated: 'refused: contact_activated',
  },
  removed: {
    pending: 'removed',
    declined: 'removed',
    confirmed: 'removed',
    activated: 'refused: contact_activated',
  },
  account_deleted: {
    pending: 'refused: contact_not_confirmed',
    declined: 'refused: contact_not_confirmed',
    confirmed: 'pending',
    activated: 'activated',
  },
  protocol_activated: {
    pending: 'refused: contact_not_confirmed',
    declined: 'refused: contact_not_confirmed',
    confirmed: 'activated',
    activated: 'refused: contact_activated',
  },
  protocol_rearmed: {
    pending: 'pending',
    declined: 'declined',
    confirmed: 'confirmed',
    activated: 'confirmed',
  },
};
const events = Object.keys(table) as ContactEvent[];

describe('a contact', () => {
  it.each(events.flatMap((event) => contactStatuses.map((status) => ({ event, status }))))(
    'with status $status has the expected status after $event',
    ({ event, status }) => {
      expect(outcome(nextContactStatus(status, event))).toBe(table[event][status]);
    },
  );

  const protocolEvents: ContactEvent[] = [
    'protocol_activated',
    'protocol_rearmed',
    'accepted_late',
    'code_confirmed_late',
  ];
  const otherEvents = events.filter((event) => !protocolEvents.includes(event));
  const histories = fc.array(fc.constantFrom(...otherEvents), { maxLength: 30 });

  it('is never confirmed by a code after declining, unless invited again', () => {
    fc.assert(
      fc.property(histories, (history) => {
        const after = statusAfter([...history, 'declined', 'details_changed', 'code_confirmed']);
        expect(['declined', 'removed']).toContain(after);
      }),
    );
  });

  it('must answer again after a change of its e-mail', () => {
    fc.assert(
      fc.property(histories, (history) => {
        expect(['pending', 'removed']).toContain(statusAfter([...history, 'email_changed']));
      }),
    );
  });

  it('stays activated through all events until the protocol is re-armed', () => {
    fc.assert(
      fc.property(histories, (history) => {
        expect(statusAfter(history, 'activated')).toBe('activated');
      }),
    );
  });

  it('never becomes activated before the protocol', () => {
    fc.assert(
      fc.property(histories, (history) => {
        expect(statusAfter(history)).not.toBe('activated');
      }),
    );
  });
});

it('only a pending contact without an invitation is shown as uninvited', () => {
  const shown = (isInvited: boolean) => contactStatuses.map((one) => shownStatus(one, isInvited));
  expect(shown(true)).toEqual(contactStatuses);
  expect(shown(false)).toEqual(['uninvited', 'confirmed', 'declined', 'activated']);
});

it('ten tries of a code are allowed, and the remaining number is never negative', () => {
  expect([0, 1, 9, 10, 11].map(triesLeft)).toEqual([10, 9, 1, 0, 0]);
});

function statusAfter(
  history: ContactEvent[],
  start: ContactStatus = 'pending',
): ContactStatus | 'removed' {
  let status = start;
  for (const event of history) {
    const move = nextContactStatus(status, event);
    if (!('next' in move)) continue;
    if (move.next === 'removed') return 'removed';
    status = move.next;
  }
  return status;
}
