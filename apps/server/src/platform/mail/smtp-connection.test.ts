import { makeCertificate } from '@zavet/imap-stand-in/certificate';
import type { SMTPServerOptions } from 'smtp-server';
import { expect, test } from 'vitest';
import {
  answer,
  mail,
  refusalOf,
  startLine,
  startSilentLine,
  transportTo,
} from '../../../test/smtp-line.ts';

/** The certificate is nobody's: what is proven here is what becomes known of the line. */
async function startSealedLine(options: SMTPServerOptions) {
  const { cert, key } = makeCertificate();
  const line = await startLine({ disabledCommands: ['AUTH'], cert, key, ...options });
  const scheme = options.secure ? 'smtps' : 'smtp';
  const url = `${line.url.replace('smtp', scheme)}?tls.rejectUnauthorized=false`;
  const cut = () => {
    for (const connection of line.server.connections) connection.close();
  };
  return { url, cut };
}

const hostOf = (url: string) => new URL(url).host;

const unknown: SMTPServerOptions['onRcptTo'] = (address, _session, done) =>
  done(address.address.startsWith('gone') ? answer(550, '5.1.1 gone') : null);

test.each([
  ['from the first byte', { secure: true }],
  ['after STARTTLS', {}],
])('a receipt and a refusal name the server and the version of TLS, %s', async (_, options) => {
  const { url } = await startSealedLine({ ...options, onRcptTo: unknown });
  const transport = transportTo(url);

  const receipt = await transport.deliver(mail);
  expect(receipt).toMatchObject({ host: hostOf(url), tls: 'TLSv1.3' });
  const refusal = await refusalOf(transport.deliver({ ...mail, to: 'gone@example.org' }));
  expect(refusal).toMatchObject({ permanent: true, host: hostOf(url), tls: 'TLSv1.3' });
});

test('an open line is called one, by the receipt and by the refusal', async () => {
  const { url } = await startLine({ onRcptTo: unknown });
  const transport = transportTo(url);

  expect(await transport.deliver(mail)).toMatchObject({ host: hostOf(url), tls: 'none' });
  const refusal = await refusalOf(transport.deliver({ ...mail, to: 'gone@example.org' }));
  expect(refusal).toMatchObject({ host: hostOf(url), tls: 'none' });
});

test('a line that breaks off is still named with its TLS', async () => {
  const { url, cut } = await startSealedLine({ onRcptTo: () => cut() });
  const refusal = await refusalOf(transportTo(url).deliver(mail));
  expect(refusal).toMatchObject({
    isInterrupted: true,
    host: hostOf(url),
    tls: expect.stringMatching(/^TLS/),
  });
});

test('a server that never answered is named without saying anything of TLS', async () => {
  const { url, stop } = await startLine();
  await stop();
  const refusal = await refusalOf(transportTo(url).deliver(mail));
  expect(refusal).toMatchObject({ isUnanswered: true, host: hostOf(url), tls: undefined });
});

test('a server that takes the line and says nothing is named', async () => {
  const url = await startSilentLine();
  const refusal = await refusalOf(transportTo(url, { greeting: 50 }).deliver(mail));
  expect(refusal).toMatchObject({ host: hostOf(url), tls: 'none' });
});
