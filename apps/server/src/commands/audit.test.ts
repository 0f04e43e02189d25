import { expect, it } from 'vitest';
import { reportOf } from './audit.ts';

const whole = {
  ...{ entries: 7, fault: null, lost: [], foreign_anchors: 0 },
  anchored_at: new Date('2026-11-18T09:00:00Z'),
};
const lost = [{ restored_at: new Date('2026-11-18T09:00:00Z'), from: 5, to: 6 }];

it('fails for a damaged or incomplete log', () => {
  expect(reportOf(whole)).toContain('The audit log is whole: 7 entries');
  expect(() => reportOf({ ...whole, lost })).toThrow(/Entries 5 to 6 of the former log went/);
  const forged = { kind: 'forged' as const, seq: 5, id: 'an-id' };
  expect(() => reportOf({ ...whole, fault: forged })).toThrow(/Entry 5 \(an-id\)/);
});
