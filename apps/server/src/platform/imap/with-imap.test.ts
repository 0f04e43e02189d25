import { type ImapStandIn, startImapStandIn } from '@zavet/imap-stand-in/stand-in';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ImapSettings } from './imap-host.ts';
import { withImap } from './with-imap.ts';

let standIn: ImapStandIn;
beforeAll(async () => {
  standIn = await startImapStandIn({ names: ['mail.example'] });
});
beforeEach(() => {
  standIn.fail(undefined);
  standIn.said.length = 0;
});
afterAll(() => standIn.stop());

/** Where `name` leads to the stand-in. */
const enter = (
  name = 'mail.example',
  { trusts = true, security = 'tls' as 'tls' | 'starttls', connectMs = 10_000 } = {},
) => {
  const port = security === 'tls' ? standIn.port : standIn.startTlsPort;
  const settings: ImapSettings = {
    allowedHosts: new Set([`${name}:${port}`]),
    extraCertificates: trusts ? standIn.certificate : undefined,
    resolve: async () => ['127.0.0.1'],
    timeouts: { connectMs, commandMs: 300_000 },
  };
  const { user, password } = standIn;
  return withImap(settings, { host: name, port, security, user, password }, (line) =>
    line.ask((client) => client.list()),
  );
};
const saidPassword = () => standIn.said.some((name) => /LOGIN|AUTHENTICATE/.test(name));

describe('a line to a mail server', () => {
  it('goes to the pinned address and is checked by the name', async () => {
    expect(await enter()).toMatchObject([{ path: 'INBOX' }, { path: 'Spam' }]);
    await expect(enter('other.example')).rejects.toMatchObject({ trouble: 'certificate_refused' });
  });

  it('says no password to a server whose certificate nobody vouches for', async () => {
    for (const security of ['tls', 'starttls'] as const) {
      const refused = enter('mail.example', { trusts: false, security });
      await expect(refused).rejects.toMatchObject({ trouble: 'certificate_refused' });
    }
    expect(saidPassword()).toBe(false);
  });

  it('says no password to a server that offers no secure line', async () => {
    standIn.fail('no_starttls');
    const refused = enter('mail.example', { security: 'starttls' });
    await expect(refused).rejects.toMatchObject({ trouble: 'certificate_refused' });
    expect(saidPassword()).toBe(false);
  });

  it('is not believed where it lets everybody in before it is secure', async () => {
    standIn.fail('preauth');
    const refused = enter('mail.example', { security: 'starttls' });
    await expect(refused).rejects.toMatchObject({ trouble: 'certificate_refused' });
  });

  it('is given up in time when nobody greets, and hung up', async () => {
    standIn.fail('stalls');
    const refused = enter('mail.example', { connectMs: 300 });
    await expect(refused).rejects.toMatchObject({ trouble: 'unreachable' });
    await expect.poll(() => standIn.connections()).toBe(0);
  });

  it('is hung up on a server whose answer does not end', async () => {
    standIn.fail('endless_list');
    await expect(enter()).rejects.toMatchObject({ trouble: 'server_failed' });
    await expect.poll(() => standIn.connections()).toBe(0);
  });

  it('tells nothing of what the server said or was told', async () => {
    standIn.setPassword('changed');
    const error = await enter().catch((thrown: unknown) => thrown);
    standIn.setPassword(standIn.password);
    expect(error).toMatchObject({ trouble: 'login_refused' });
    expect(JSON.stringify(error, Object.getOwnPropertyNames(error))).not.toContain(standIn.user);
    expect((error as Error).cause).toBeUndefined();
  });
});
