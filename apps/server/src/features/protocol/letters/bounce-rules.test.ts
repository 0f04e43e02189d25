import { describe, expect, it } from 'vitest';
import { derivedId } from '../../../platform/ids.ts';
import {
  afterReport,
  envelopeStates,
  type ReportedEnvelope,
  refusalIn,
  replyIn,
} from './delivery-rules.ts';

const taken: ReportedEnvelope = {
  state: 'accepted',
  is_claimed: false,
  is_link_open: true,
  is_opened: false,
  is_activation_in_effect: true,
};
const final = { permanent: true };

describe('a report that a mail does not arrive', () => {
  it('makes letters that were taken like refused ones', () => {
    expect(afterReport(taken, final)).toBe('refused');
  });

  it('counts before their taking is written down, and only while a worker has them', () => {
    expect(afterReport({ ...taken, state: 'queued', is_claimed: true }, final)).toBe('refused');
    expect(afterReport({ ...taken, state: 'queued' }, final)).toBe('noted');
    expect(afterReport({ ...taken, state: 'unreachable' }, final)).toBe('noted');
  });

  it('is only noted where somebody has opened a letter since: it has arrived', () => {
    expect(afterReport({ ...taken, is_opened: true }, final)).toBe('noted');
  });

  it('changes nothing when it says that the mail is late', () => {
    for (const state of envelopeStates.filter((one) => one !== 'closed')) {
      expect(afterReport({ ...taken, state, is_claimed: true }, { permanent: false })).toBe(
        'noted',
      );
    }
  });

  it('is about nothing when its link was replaced, its letters taken back or its start is past', () => {
    for (const over of [
      { is_link_open: false },
      { state: 'closed' as const },
      { is_activation_in_effect: false },
    ]) {
      expect(afterReport({ ...taken, ...over }, final)).toBe('ignored');
      expect(afterReport({ ...taken, ...over }, { permanent: false })).toBe('ignored');
    }
  });

  it('says whether the address itself is wrong', () => {
    expect(refusalIn({ isAddressUnknown: true })).toBe('unknown_address');
    expect(refusalIn({ isAddressUnknown: false })).toBe('permanent');
  });

  it('is kept with its figures in front, once', () => {
    const reply = 'mx.example.org said: no such user';
    expect(replyIn({ status: '5.1.1', reply })).toBe(`5.1.1 ${reply}`);
    expect(replyIn({ status: null, reply })).toBe(reply);
    for (const numbered of ['550 5.1.1 gone', '550 gone', '5.1.1 gone']) {
      expect(replyIn({ status: '5.1.1', reply: numbered })).toBe(numbered);
    }
    expect(replyIn({ status: '5.7.1', reply: '5500 words' })).toBe('5.7.1 5500 words');
  });
});

describe('an id that is derived', () => {
  it('is a UUID, the same for the same words and another for others', () => {
    const id = derivedId('report', 'a', 'b');
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(derivedId('report', 'a', 'b')).toBe(id);
    expect(derivedId('report', 'ab', '')).not.toBe(id);
    expect(derivedId('report', 'a')).not.toBe(id);
  });
});
