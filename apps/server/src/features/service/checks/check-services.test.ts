import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { type ImapStandIn, startImapStandIn } from '@zavet/imap-stand-in/stand-in';
import { startLanguageModelStandIn } from '@zavet/language-model-stand-in/stand-in';
import { startStandIn } from '@zavet/yookassa-stand-in/stand-in';
import { SMTPServer } from 'smtp-server';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { trustCertificates } from '../../../../test/trusted-certificates.ts';
import { checkWebService } from '../../../platform/doctor/check-web.ts';
import { defaultTimeouts, resolveByDns } from '../../../platform/imap/imap-host.ts';
import { reportBanner } from '../../mail/bounces/index.ts';
import {
  checkBounceMailbox,
  checkBouncePort,
  modelService,
  paymentService,
} from './check-services.ts';

const { signal } = new AbortController();
const cleanUps: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0)) await cleanUp();
});

describe('the payment provider', () => {
  async function check(other: Partial<Parameters<typeof paymentService>[0]> = {}) {
    const provider = await startStandIn();
    cleanUps.push(() => provider.stop());
    const { url: apiUrl, shopId, secretKey } = provider;
    const service = paymentService({ apiUrl, shopId, secretKey, ...other });
    const [finding] = await checkWebService(service, signal);
    return finding;
  }

  it('is ok if it accepts the key', async () => {
    expect(await check()).toMatchObject({ about: 'Payments', state: 'ok' });
  });

  it('is wrong if it refuses the key, which is not printed', async () => {
    const finding = await check({ secretKey: 'secret-word' });
    expect(finding).toMatchObject({
      state: 'wrong',
      says: expect.stringContaining('does not let us in (401)'),
      todo: expect.stringContaining('YOOKASSA_SECRET_KEY'),
    });
    expect(JSON.stringify(finding)).not.toContain('secret-word');
  });

  it('is wrong if unreachable', async () => {
    expect(await check({ apiUrl: 'http://127.0.0.1:9/v3' })).toMatchObject({
      state: 'wrong',
      says: '127.0.0.1:9 refuses connections',
    });
  });
});

describe('the language model', () => {
  async function start() {
    const model = await startLanguageModelStandIn();
    cleanUps.push(() => model.stop());
    const check = (other: Partial<Parameters<typeof modelService>[0]> = {}) => {
      const settings = { baseUrl: model.url, apiKey: 'secret-word', model: 'small', ...other };
      return checkWebService(modelService(settings), signal);
    };
    return { model, check };
  }

  it('is ok if it lists the model, and gets no prompt', async () => {
    const { model, check } = await start();
    expect(await check()).toMatchObject([{ about: 'Assistant', state: 'ok' }]);
    expect(model.requests).toEqual([]);
  });

  it('is a warning if the model is not listed', async () => {
    const { check } = await start();
    expect(await check({ model: 'large' })).toMatchObject([
      { state: 'warning', todo: 'Look at AI_MODEL.' },
    ]);
  });

  it('is wrong if it refuses the key, which is not printed', async () => {
    const { model, check } = await start();
    model.next({ status: 401 });
    const found = await check();
    expect(found).toMatchObject([{ state: 'wrong', todo: 'Look at AI_API_KEY.' }]);
    expect(JSON.stringify(found)).not.toContain('secret-word');
  });

  it('is a warning if overloaded', async () => {
    const { model, check } = await start();
    model.next({ status: 503 });
    expect(await check()).toMatchObject([{ state: 'warning' }]);
  });

  it('is ok without a list of models', async () => {
    const { model, check } = await start();
    expect(await check({ baseUrl: `${model.url}/other` })).toMatchObject([{ state: 'ok' }]);
  });
});

describe('the bounce mailbox', () => {
  let imap: ImapStandIn;
  beforeAll(async () => {
    imap = await startImapStandIn({ password: 'right-word' });
  });
  afterAll(() => imap.stop());

  function check(
    { folder = 'INBOX', ...other }: { password?: string; port?: number; folder?: string } = {},
    trusts = true,
  ) {
    trustCertificates(trusts ? [imap.certificate] : []);
    const { port, user } = imap;
    const tls = { host: 'localhost', port, security: 'tls' as const };
    const access = { ...tls, user, password: 'right-word', ...other };
    const settings = {
      allowedHosts: new Set([`localhost:${access.port}`]),
      resolve: resolveByDns,
      timeouts: defaultTimeouts,
    };
    return checkBounceMailbox({ access, folder, imap: settings });
  }

  it('is ok if it can be read', async () => {
    expect(await check()).toMatchObject({ state: 'ok' });
  });

  it('is wrong if it refuses the password, which is not printed', async () => {
    const finding = await check({ password: 'secret-word' });
    expect(finding).toMatchObject({
      state: 'wrong',
      says: 'localhost refuses user or password',
      todo: expect.stringContaining('BOUNCE_IMAP_URL'),
    });
    expect(JSON.stringify(finding)).not.toContain('secret-word');
  });

  it('is wrong with a self-signed certificate', async () => {
    expect(await check({}, false)).toMatchObject({
      state: 'wrong',
      todo: expect.stringContaining('NODE_EXTRA_CA_CERTS'),
    });
  });

  it('is wrong without the folder', async () => {
    expect(await check({ folder: 'Missing' })).toMatchObject({
      state: 'wrong',
      says: expect.stringContaining('does not open the folder'),
    });
  });

  it('is wrong if unreachable', async () => {
    expect(await check({ port: 9 })).toMatchObject({
      state: 'wrong',
      says: 'localhost cannot be reached',
    });
  });
});

describe('the bounce port', () => {
  it('is ok if our own listener uses it', async () => {
    const server = new SMTPServer({ banner: reportBanner, disabledCommands: ['STARTTLS'] });
    server.listen(0, '127.0.0.1');
    await once(server.server, 'listening');
    const { port } = server.server.address() as AddressInfo;
    expect(await checkBouncePort('0.0.0.0', port, signal)).toMatchObject({ state: 'ok' });
    await new Promise<void>((done) => server.close(done));
  });

  it('is wrong if another program uses it', async () => {
    const server = createServer((socket) => socket.end('220 mail.example.org ESMTP Postfix\r\n'));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    expect(await checkBouncePort('0.0.0.0', port, signal)).toMatchObject({ state: 'wrong' });
    server.close();
  });

  it('is a warning if closed', async () => {
    expect(await checkBouncePort('127.0.0.1', 9, signal)).toMatchObject({ state: 'warning' });
  });
});
