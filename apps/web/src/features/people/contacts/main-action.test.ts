import { describe, expect, it } from 'vitest';
import { contactFixture } from '../../../../test/contact-fixture.ts';
import { mainActionOf } from './main-action.ts';

const before = Date.parse('2026-11-15T10:00:00Z');
const after = Date.parse('2026-12-15T10:00:00Z');

describe('the one action of a card', () => {
  it('shows what a confirmed person will receive', () => {
    expect(mainActionOf(contactFixture({ status: 'confirmed' }), false, before)).toBe('receives');
  });

  it('takes the code while an invitation can be answered', () => {
    expect(mainActionOf(contactFixture(), false, before)).toBe('code');
  });

  it('invites again once the invitation has run out', () => {
    expect(mainActionOf(contactFixture(), false, after)).toBe('invite');
  });

  it('invites where no invitation was ever sent', () => {
    expect(
      mainActionOf(contactFixture({ status: 'uninvited', invitation: null }), false, before),
    ).toBe('invite');
  });

  it('takes the code that the owner has to pass on, although the mail was refused', () => {
    const invitation = contactFixture().invitation;
    const refused = contactFixture({
      invitation: invitation && { ...invitation, mail_state: 'refused' },
    });
    expect(mainActionOf(refused, true, before)).toBe('code');
    expect(mainActionOf(refused, false, before)).toBe('invite');
  });

  it('invites again who has said no', () => {
    expect(mainActionOf(contactFixture({ status: 'declined' }), false, before)).toBe('invite');
  });

  it('offers nothing once the protocol was started', () => {
    expect(mainActionOf(contactFixture({ status: 'activated' }), false, before)).toBeUndefined();
  });
});
