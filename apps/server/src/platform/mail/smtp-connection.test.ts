import { makeCertificate } from '@zavet/imap-stand-in/certificate';
import type { SMTPServerOptions } from 'smtp-server';
import { expect, test } from 'vitest';
import {
  mail,
  refusalOf,
  smtpError,
  startSilentServer,
  startSmtpServer,
  transportTo,
} from '../../../test/smtp-server.ts';

async function startTlsServer(options: SMTPServerOptions) {
  const { cert, key } = makeCertificate();
  const standIn = await startSmtpServer({ disabledCommands: ['AUTH'], cert, key, ...options });
  const scheme = options.secure ? 'smtps' : 'smtp';
  const url = `${standIn.url.replace('smtp', scheme)}?tls.rejectUnauthorized=false`;
  const cut = () => {
    for (const connection of standIn.server.connections) connection.close();
  };
  return { url, cut };
}

const hostOf = (url: string) => new URL(url).host;

const unknown: SMTPServerOptions['onRcptTo'] = (address, _session, done) =>
  done(address.address.startsWith('gone') ? smtpError(550, '5.1.1 gone') : null);

test.each([
  ['from the first byte', { secure: true }],
  ['after STARTTLS', {}],
])('returns host and TLS version with receipts and refusals, %s', async (_, options) => {
  const { url } = await startTlsServer({ ...options, onRcptTo: unknown });
  const transport = transportTo(url);

  const receipt = await transport.deliver(mail);
  expect(receipt).toMatchObject({ host: hostOf(url), tls: 'TLSv1.3' });
  const refusal = await refusalOf(transport.deliver({ ...mail, to: 'gone@example.org' }));
  expect(refusal).toMatchObject({ permanent: true, host: hostOf(url), tls: 'TLSv1.3' });
});

test('returns `none` for connections without TLS', async () => {
  const { url } = await startSmtpServer({ onRcptTo: unknown });
  const transport = transportTo(url);

  expect(await transport.deliver(mail)).toMatchObject({ host: hostOf(url), tls: 'none' });
  const refusal = await refusalOf(transport.deliver({ ...mail, to: 'gone@example.org' }));
  expect(refusal).toMatchObject({ host: hostOf(url), tls: 'none' });
});

test('returns host and TLS of an interrupted connection', async () => {
  const { url, cut } = await startTlsServer({ onRcptTo: () => cut() });
  const refusal = await refusalOf(transportTo(url).deliver(mail));
  expect(refusal).toMatchObject({
    isInterrupted: true,
    host: hostOf(url),
    tls: expect.stringMatching(/^TLS/),
  });
});

test('returns only the host of an unreachable server', async () => {
  const { url, stop } = await startSmtpServer();
  await stop();
  const refusal = await refusalOf(transportTo(url).deliver(mail));
  expect(refusal).toMatchObject({ isUnanswered: true, host: hostOf(url), tls: undefined });
});

test('returns the host of a server that never greets', async () => {
  const url = await startSilentServer();
  const refusal = await refusalOf(transportTo(url, { greeting: 50 }).deliver(mail));
  expect(refusal).toMatchObject({ host: hostOf(url), tls: 'none' });
});
