import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startNameServer } from '../../../test/name-server.ts';
import { createDomainCheck, type DomainCheck, verdictOn } from './domain-check.ts';

describe('domain check', () => {
  let names: Awaited<ReturnType<typeof startNameServer>>;
  let check: DomainCheck;
  beforeAll(async () => {
    names = await startNameServer({
      'mail.test': { mx: ['one.mail.test', 'two.mail.test'] },
      'null.test': { mx: [''], a: ['192.0.2.1'] },
      'address.test': { a: ['192.0.2.1'] },
      'empty.test': {},
      'xn--e1aybc.test': { mx: ['one.mail.test'] },
      'silent.test': 'silent',
      'broken.test': 'broken',
    });
    check = createDomainCheck({ servers: [names.server], timeoutMs: 100 });
  });
  afterAll(() => names.stop());

  it('accepts domains with an MX record or an address', async () => {
    expect(await check('mail.test')).toBe('takes');
    expect(await check('address.test')).toBe('takes');
    expect(await check('тест.test')).toBe('takes');
  });

  it('refuses a null MX, empty and missing domains', async () => {
    expect(await check('null.test')).toBe('refuses');
    expect(await check('empty.test')).toBe('refuses');
    expect(await check('no-such.test')).toBe('refuses');
    expect(await check('a b')).toBe('refuses');
  });

  it('is unknown if name servers fail or do not answer', async () => {
    expect(await check('silent.test')).toBe('unknown');
    expect(await check('broken.test')).toBe('unknown');
  });

  it('is unknown without an MX record if the address lookup fails', () => {
    const exchanges = 'nothing';
    expect(verdictOn({ exchanges, addresses: ['nothing', 'no_answer'] })).toBe('unknown');
    expect(verdictOn({ exchanges, addresses: ['no_answer', ['2001:db8::1']] })).toBe('takes');
    expect(verdictOn({ exchanges, addresses: ['nothing', 'nothing'] })).toBe('refuses');
    expect(verdictOn({ exchanges: ['', 'mx.test'], addresses: [] })).toBe('takes');
  });
});
