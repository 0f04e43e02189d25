import { type ImapStandIn, startImapStandIn } from '@zavet/imap-stand-in/stand-in';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { trustCertificates } from '../../../test/trusted-certificates.ts';
import type { ImapSettings } from './imap-host.ts';
import { withImap } from './with-imap.ts';

let standIn: ImapStandIn;
beforeAll(async () => {
  standIn = await startImapStandIn({ names: ['mail.example'] });
});
beforeEach(() => {
  standIn.fail(undefined);
  standIn.commands.length = 0;
});
afterAll(() => standIn.stop());

/** `name` resolves to the stand-in. */
const listFolders = (
  name = 'mail.example',
  { trusts = true, security = 'tls' as 'tls' | 'starttls', connectMs = 10_000 } = {},
) => {
  trustCertificates(trusts ? [standIn.certificate] : []);
  const port = security === 'tls' ? standIn.port : standIn.startTlsPort;
  const settings: ImapSettings = {
    allowedHosts: new Set([`${name}:${port}`]),
    resolve: async () => ['127.0.0.1'],
    timeouts: { connectMs, commandMs: 300_000 },
  };
  const { user, password } = standIn;
  return withImap(settings, { host: name, port, security, user, password }, (session) =>
    session.ask((client) => client.list()),
  );
};
const hasSentPassword = () => standIn.commands.some((name) => /LOGIN|AUTHENTICATE/.test(name));

describe('an IMAP connection', () => {
  it('connects to the pinned address and checks the name of the certificate', async () => {
    expect(await listFolders()).toMatchObject([{ path: 'INBOX' }, { path: 'Spam' }]);
    await expect(listFolders('other.example')).rejects.toMatchObject({
      trouble: 'certificate_refused',
    });
  });

  it('sends no password to a server with an untrusted certificate', async () => {
    for (const security of ['tls', 'starttls'] as const) {
      const refused = listFolders('mail.example', { trusts: false, security });
      await expect(refused).rejects.toMatchObject({ trouble: 'certificate_refused' });
    }
    expect(hasSentPassword()).toBe(false);
  });

  it('sends no password to a server without STARTTLS', async () => {
    standIn.fail('no_starttls');
    const refused = listFolders('mail.example', { security: 'starttls' });
    await expect(refused).rejects.toMatchObject({ trouble: 'certificate_refused' });
    expect(hasSentPassword()).toBe(false);
  });

  it('refuses a server that is pre-authenticated before TLS', async () => {
    standIn.fail('preauth');
    const refused = listFolders('mail.example', { security: 'starttls' });
    await expect(refused).rejects.toMatchObject({ trouble: 'certificate_refused' });
  });

  it('times out without a greeting, and closes', async () => {
    standIn.fail('stalls');
    const refused = listFolders('mail.example', { connectMs: 300 });
    await expect(refused).rejects.toMatchObject({ trouble: 'unreachable' });
    await expect.poll(() => standIn.connections()).toBe(0);
  });

  it('closes on an endless response', async () => {
    standIn.fail('endless_list');
    await expect(listFolders()).rejects.toMatchObject({ trouble: 'server_failed' });
    await expect.poll(() => standIn.connections()).toBe(0);
  });

  it('rejects without any text of the server', async () => {
    standIn.setPassword('changed');
    const error = await listFolders().catch((thrown: unknown) => thrown);
    standIn.setPassword(standIn.password);
    expect(error).toMatchObject({ trouble: 'login_refused' });
    expect(JSON.stringify(error, Object.getOwnPropertyNames(error))).not.toContain(standIn.user);
    expect((error as Error).cause).toBeUndefined();
  });
});
