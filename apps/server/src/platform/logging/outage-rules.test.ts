import { describe, expect, it } from 'vitest';
import { isOutageOver, lengthOf, type Outage, outageMet } from '../observability/outages.ts';

describe('an outage', () => {
  it('begins with the first call that meets it, and counts the others', () => {
    let outage: Outage | undefined;
    for (const at of [1_000, 4_000, 9_000]) outage = outageMet(outage, at);
    expect(outage).toEqual({ began_at: 1_000, last_met_at: 9_000, calls: 3 });
  });

  it('is not over while calls of the last moments met it, although one worked', () => {
    const outage = outageMet(undefined, 10_000);
    expect(isOutageOver('database', outage, 11_999)).toBe(false);
    expect(isOutageOver('database', outage, 12_000)).toBe(true);
    expect(isOutageOver('file_storage', outage, 11_999)).toBe(false);
  });

  it('of a mail server is over with the first answer', () => {
    expect(isOutageOver('mail', outageMet(undefined, 10_000), 10_000)).toBe(true);
  });

  it('is as long as from its first call to the moment when it works again', () => {
    const outage = outageMet(outageMet(undefined, 1_000), 30_000);
    expect(lengthOf(outage, 62_540)).toEqual({ seconds: 61.5, calls: 2 });
  });
});
