import { setTimeout as pause } from 'node:timers/promises';
import { createClient } from '@zavet/contract/client';
import { endpoints } from '@zavet/contract/endpoints';
import type { SmtpStandIn } from '@zavet/smtp-stand-in/stand-in';
import { signInAnew } from '../bench/owners.ts';
import { attach, nameContacts, pdfOf, writeInstruction } from '../bench/vault.ts';
import { ownerByMail } from './bounce-owner.ts';
import { activated } from './bounced-letters.ts';
import { must } from './loopback.ts';
import type { PackagedServer } from './packaged.ts';

/** What a package has to carry for this: fonts, colours, texts, threads, screens. */
export async function walkThrough(server: PackagedServer, far: SmtpStandIn): Promise<string[]> {
  await pagesAreThere(server.url);
  const heir = await ownerByMail(server, far, 'heir@far.test');
  await activated({ server, far }, heir, 'giver@far.test', 'boris@far.test');
  const letter = await letterTo(far, 'boris@far.test');
  const keepsakeBytes = await keepsakeOf(server.url, letter);
  const { cookie } = await signInAnew(server, { email: 'heir@far.test' });
  const target = { url: server.url, cookie };
  const id = await writeInstruction(target, await nameContacts(target));
  await attach(target, id, pdfOf(1_000_000));
  const found = await heir.searchInstructions({ body: { query: 'Орловой' } });
  must('a search finds what was written', JSON.stringify(found).includes(id));
  const exportBytes = await exportOf(heir);
  return [
    'signed up by mail, named a contact, wrote, started a protocol, delivered',
    `keepsake of ${keepsakeBytes} bytes with its PDF, file of 1 MB taken, search, export of ${exportBytes} bytes`,
  ];
}

async function pagesAreThere(url: string): Promise<void> {
  for (const [path, words] of [
    ['/login', '<script'],
    ['/welcome', '<main'],
    ['/delivery', '<script'],
    ['/api/docs', '<'],
  ] as const) {
    const response = await fetch(`${url}${path}`);
    const text = await response.text();
    must(`${path} is answered`, response.ok && text.includes(words));
  }
}

async function letterTo(far: SmtpStandIn, email: string): Promise<string> {
  for (let tries = 0; tries < 600; tries += 1) {
    const mail = far.taken.find(({ to }) => to === email);
    const token = mail && /\/delivery#(\S+)/.exec(mail.text)?.[1];
    if (token) return token;
    await pause(100);
  }
  throw new Error(`no letter has come to ${email}`);
}

async function keepsakeOf(url: string, token: string): Promise<number> {
  const client = withCookies(url);
  const { delivery_id } = await client.openDeliveryLink({ body: { token } });
  const blob = await client.downloadKeepsake({ params: { id: delivery_id } });
  const bytes = Buffer.from(await blob.arrayBuffer());
  must('the keepsake is a ZIP', bytes.subarray(0, 2).toString() === 'PK');
  must('with a PDF in it', bytes.includes('.pdf'));
  return bytes.length;
}

async function exportOf(owner: Awaited<ReturnType<typeof ownerByMail>>): Promise<number> {
  await owner.orderExport();
  for (let tries = 0; tries < 600; tries += 1) {
    const { export: made } = await owner.getOwnData();
    if (made?.state === 'ready') return made.size_bytes ?? 0;
    must('the export is made', made?.state !== 'failed');
    await pause(100);
  }
  throw new Error('the export was not made within a minute');
}

/** A browser that keeps what it is told to keep. */
function withCookies(url: string) {
  const jar = new Map<string, string>();
  return createClient(endpoints, async (path, init) => {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(`${url}${path}`, {
      ...init,
      headers: { ...(init.headers as object), cookie },
    });
    for (const line of response.headers.getSetCookie()) {
      const [name = '', value = ''] = line.replace(/;.*/, '').split(/=(.*)/s);
      jar.set(name, value);
    }
    return response;
  });
}
