import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { type ImapStandIn, startImapStandIn } from '@zavet/imap-stand-in/stand-in';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { resolveByDns, usualTimeouts } from '../../../platform/imap/imap-host.ts';
import { reportBanner } from '../../mail/bounces/index.ts';
import { checkBounceMailbox, checkBouncePort } from './check-services.ts';

const never = new AbortController().signal;

describe('the mailbox of reports', () => {
  let imap: ImapStandIn;
  beforeAll(async () => {
    imap = await startImapStandIn({ password: 'right-word' });
  });
  afterAll(() => imap.stop());

  interface Other {
    password?: string;
    port?: number;
    folder?: string;
  }

  function check({ folder = 'INBOX', ...other }: Other = {}, trusts = true) {
    const { port, user } = imap;
    const tls = { host: 'localhost', port, security: 'tls' as const };
    const access = { ...tls, user, password: 'right-word', ...other };
    const settings = {
      allowedHosts: new Set([`localhost:${access.port}`]),
      extraCertificates: trusts ? imap.certificate : undefined,
      resolve: resolveByDns,
      timeouts: usualTimeouts,
    };
    return checkBounceMailbox({ access, folder, imap: settings });
  }

  it('that can be read is fine', async () => {
    expect(await check()).toMatchObject({ state: 'ok' });
  });

  it('that refuses the password is wrong, and the password is not repeated', async () => {
    const finding = await check({ password: 'secret-word' });
    expect(finding).toMatchObject({
      state: 'wrong',
      says: 'localhost refuses user or password',
      todo: expect.stringContaining('BOUNCE_IMAP_URL'),
    });
    expect(JSON.stringify(finding)).not.toContain('secret-word');
  });

  it('that signed its certificate itself is wrong', async () => {
    expect(await check({}, false)).toMatchObject({
      state: 'wrong',
      todo: expect.stringContaining('MAILBOX_CA_FILE'),
    });
  });

  it('that has no such folder is wrong', async () => {
    expect(await check({ folder: 'Nowhere' })).toMatchObject({
      state: 'wrong',
      says: expect.stringContaining('does not open the folder'),
    });
  });

  it('that does not answer is wrong', async () => {
    expect(await check({ port: 9 })).toMatchObject({
      state: 'wrong',
      says: 'localhost cannot be reached',
    });
  });
});

describe('the port of reports', () => {
  it('that our listener has is fine', async () => {
    const server = new SMTPServer({ banner: reportBanner, disabledCommands: ['STARTTLS'] });
    server.listen(0, '127.0.0.1');
    await once(server.server, 'listening');
    const { port } = server.server.address() as AddressInfo;
    expect(await checkBouncePort('0.0.0.0', port, never)).toMatchObject({ state: 'ok' });
    await new Promise<void>((done) => server.close(done));
  });

  it('that another program has is wrong', async () => {
    const server = createServer((socket) => socket.end('220 mail.example.org ESMTP Postfix\r\n'));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    expect(await checkBouncePort('0.0.0.0', port, never)).toMatchObject({ state: 'wrong' });
    server.close();
  });

  it('that no process has is worth a warning', async () => {
    expect(await checkBouncePort('127.0.0.1', 9, never)).toMatchObject({ state: 'warning' });
  });
});
