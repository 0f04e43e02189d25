import { expect, test } from 'vitest';
import { contactFixture } from '../../../../test/contact-fixture.ts';
import { invitationOutcome, invitationStage } from './invitation-stage.ts';

const { invitation } = contactFixture();
const before = Date.parse('2026-11-30T10:00:00.000Z');
const after = Date.parse('2026-12-01T10:00:00.000Z');

test('tells what the mail server said while the invitation lives', () => {
  expect(invitation && invitationStage({ ...invitation, mail_state: 'refused' }, before)).toBe(
    'refused',
  );
  expect(invitationStage(invitation, before)).toBe('sent');
});

test('tells that an invitation has expired, whatever became of its mail', () => {
  expect(invitationStage(invitation, after)).toBe('expired');
});

test('tells that nobody was invited yet', () => {
  expect(invitationStage(null, before)).toBe('none');
});

const result = {
  ok: true,
  sent: false,
  manual_sharing_required: false,
  contact_email: 'maria@example.com',
  confirmation_code: null,
};

test('shows a code only where the owner has to pass it on', () => {
  const manual = { ...result, manual_sharing_required: true, confirmation_code: 'ABC234' };
  expect(invitationOutcome(manual)).toEqual({
    kind: 'manual',
    email: 'maria@example.com',
    code: 'ABC234',
  });
  expect(invitationOutcome({ ...manual, sent: true })).toEqual({
    kind: 'sent',
    email: 'maria@example.com',
  });
});

test('tells a mail that is still on its way from one that failed', () => {
  expect(invitationOutcome(result).kind).toBe('queued');
  expect(invitationOutcome({ ...result, ok: false }).kind).toBe('failed');
});
