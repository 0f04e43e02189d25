import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type DnsStandIn, startDnsStandIn } from '@zavet/dns-stand-in/stand-in';
import { type SmtpStandIn, startSmtpStandIn } from '@zavet/smtp-stand-in/stand-in';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runHere } from '../../test/machine.ts';

const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const folder = mkdtempSync(join(tmpdir(), 'zavet-mail-check-'));
let dns: DnsStandIn;
let smtp: SmtpStandIn;
let env: Record<string, string>;
beforeAll(async () => {
  writeFileSync(
    join(folder, 'dkim.pem'),
    privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  );
  dns = await startDnsStandIn();
  smtp = await startSmtpStandIn();
  env = {
    SMTP_URL: smtp.url,
    MAIL_FROM: 'Завет <post@example.org>',
    DKIM_SELECTOR: 'post',
    DKIM_PRIVATE_KEY_FILE: join(folder, 'dkim.pem'),
  };
});
afterAll(async () => {
  await dns.stop();
  await smtp.stop();
  rmSync(folder, { recursive: true });
});

const check = (...args: string[]) =>
  runHere('mail-check', env, ['--dns', dns.server, '--address', '93.184.215.14', ...args]);

it('prints missing records and exits with 1, with 0 once they exist', async () => {
  const { code, output } = await check();
  expect(code).toBe(1);
  const records = [...output.matchAll(/^ +enter {2}(\S+)\. {2}(TXT|PTR) {2}(.+)$/gm)];
  expect(records.map(([, name]) => name)).toEqual([
    'example.org',
    'post._domainkey.example.org',
    '_dmarc.example.org',
    '14.215.184.93.in-addr.arpa',
  ]);
  for (const [, name = '', type, value = ''] of records) {
    const plain = type === 'TXT' ? value.replace(/" "|^"|"$/g, '') : value.replace(/\.$/, '');
    dns.set(name, type as 'TXT' | 'PTR', plain);
    if (type === 'PTR') dns.set(plain, 'A', '93.184.215.14');
  }

  const after = await check('anna@example.net');
  expect(after.output).not.toMatch(/^(missing|wrong|unknown)/m);
  expect(after.code).toBe(0);
  expect(after.output).toMatch(/^ok +Test mail: accepted with «250 /m);
  expect(smtp.accepted.map(({ to }) => to)).toEqual(['anna@example.net']);
  expect(smtp.accepted[0]?.header('dkim-signature')).toContain('d=example.org');
});

it('prints one sentence for captured mail and wrong usage', async () => {
  expect(await runHere('mail-check', {})).toEqual({
    code: 1,
    output: 'SMTP_URL is not set: mail is captured, and none leaves.\n',
  });
  const { code, output } = await check('anna');
  expect(code).toBe(64);
  expect(output).toMatch(/^Use zavet mail-check/);
});

it('prints the reply to a refused test mail without the address', async () => {
  smtp.answer('gone@example.net', { code: 550, unknown: true });
  const { code, output } = await check('gone@example.net');
  expect(code).toBe(1);
  expect(output).toMatch(/^wrong +Test mail: not accepted: 550 /m);
  expect(output).not.toContain('gone@example.net');
});
