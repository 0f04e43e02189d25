import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { errorOf } from '@zavet/contract/client';
import { archiveMaxBytes } from '@zavet/contract/data-export/data-export-values';
import { fileMaxBytes } from '@zavet/contract/instructions/file-rules';
import { streamedLines } from '@zavet/contract/streamed-lines';
import {
  type LanguageModelStandIn,
  startLanguageModelStandIn,
} from '@zavet/language-model-stand-in/stand-in';
import { startPostgresStandIn } from '@zavet/postgres-stand-in/stand-in';
import { type SmtpStandIn, startSmtpStandIn } from '@zavet/smtp-stand-in/stand-in';
import { must } from './loopback.ts';
import { instructionOf, type ProxiedOwner, proxiedOwner } from './proxied-person.ts';
import { host, type ReverseProxy, startCaddy, startNginx } from './reverse-proxies.ts';
import { restartInTurn } from './rolling-restart.ts';
import { type ServedProduct, serveProduct } from './served-product.ts';

type Say = (line: string) => void;

interface Around {
  product: ServedProduct;
  proxy: ReverseProxy;
  mail: SmtpStandIn;
  model: LanguageModelStandIn;
  rounds: number;
  say: Say;
}

const proxies = [startNginx, startCaddy];

const options = {
  /** How often both servers are restarted. */
  rounds: { type: 'string', default: '3' },
  /** Nginx or Caddy; both unless said. */
  only: { type: 'string', default: '' },
} as const;

/** Two servers behind Debian's nginx, then behind its Caddy, with the blocks that people are given. */
export async function proxy(say: Say, args: string[]): Promise<void> {
  const { values } = parseArgs({ args, options });
  const postgres = await startPostgresStandIn();
  const mail = await startSmtpStandIn();
  const model = await startLanguageModelStandIn();
  let product: ServedProduct | undefined;
  try {
    product = await serveProduct({
      DATABASE_URL: await postgres.newDatabase('proxy'),
      PUBLIC_URL: `https://${host}`,
      SMTP_URL: `${mail.url}?ignoreTLS=true`,
      AI_BASE_URL: model.url,
      AI_MODEL: 'trial',
    });
    for (const start of proxies.filter(({ name }) => name.includes(values.only))) {
      const proxy = await start(product.ports);
      try {
        const around = { product, proxy, mail, model, rounds: Number(values.rounds) };
        await behind({ ...around, say: (line) => say(`${proxy.name}: ${line}`) });
      } finally {
        await proxy.stop();
      }
    }
  } finally {
    await product?.stop();
    await model.stop();
    await mail.stop();
    await postgres.stop();
  }
}

async function behind(around: Around): Promise<void> {
  const { proxy, mail, say } = around;
  const owner = await proxiedOwner(proxy, mail);
  await knowsTheAddress(owner);
  say('people are known by their own addresses, whatever they claim');
  await takesLargeBodies(owner);
  say('10 MB go through, what is too large is refused by the product itself');
  if (proxy.name === 'nginx') await takesArchives(owner);
  await hasPatience(owner);
  say('a download that is read slowly arrives whole');
  await passesWordsOn(owner, around);
  say('answers of the assistant come word by word');
  owner.leave();
  if (around.rounds > 0) await restartInTurn(around);
}

/** Every call claims to come from elsewhere. */
async function knowsTheAddress(owner: ProxiedOwner): Promise<void> {
  const { sessions } = await owner.listSessions();
  const addresses = new Set(sessions.map(({ ip_address }) => ip_address));
  const isOwn = addresses.size === 1 && addresses.has(owner.address);
  must(`sessions are from ${[...addresses]}, not ${owner.address}`, isOwn);
}

async function takesLargeBodies(owner: ProxiedOwner): Promise<void> {
  const { id } = await owner.createInstruction({ body: instructionOf(owner) });
  const largest = randomBytes((fileMaxBytes / 4) * 3)
    .toString('base64')
    .slice(0, fileMaxBytes);
  const attach = (content: string) =>
    owner.attachFile({
      params: { id },
      headers: { 'x-file-name': 'large.txt' },
      body: new Blob([content]),
    });
  const file = await attach(largest);
  const back = await owner.downloadFile({ params: { id: file.id } });
  must('the largest file comes back as it was', (await back.text()) === largest);
  const refusal = await attach(`${largest}x`).catch((error) => error);
  must(`a byte more is refused in our words: ${refusal.code}`, refusal.code === 'file_too_large');
  // A proxy closes the connection of a refused body, as it may.
  owner.leave();
}

/** nginx has a limit of its own, which must be above every one of ours. */
async function takesArchives(owner: ProxiedOwner): Promise<void> {
  const refusal = await announced(owner, archiveMaxBytes + 1);
  must(`a byte too much is refused in our words: ${refusal}`, tooLarge.includes(refusal));
  owner.leave();
}

const tooLarge = ['archive_too_large', 'body_too_large', 'file_too_large'];

/** What a body of this length is answered, before it has been sent. */
async function announced(owner: ProxiedOwner, length: number): Promise<string> {
  // It never ends; the answer comes before.
  const endless = new Readable({ read() {} });
  endless.push(randomBytes(1_000));
  const { status, body: answered } = await owner.watch(
    '/api/own-data/imports/00000000-0000-7000-8000-000000000000/content',
    {
      method: 'POST',
      headers: { 'content-length': String(length), 'content-type': 'application/octet-stream' },
      body: endless,
    },
  );
  const parts: Buffer[] = [];
  for await (const part of answered) parts.push(part as Buffer);
  endless.destroy();
  return (await errorOf(new Response(Buffer.concat(parts), { status }))).code;
}

const readingPauseMs = 300;

async function hasPatience(owner: ProxiedOwner): Promise<void> {
  const { instructions } = await owner.listInstructions({ query: {} });
  const [{ id = '' } = {}] = instructions;
  const { body } = await owner.watch(`/api/instructions/${id}/files.zip`, {});
  let bytes = 0;
  let pauses = 0;
  for await (const part of body) {
    bytes += (part as Buffer).length;
    if (bytes / 500_000 > pauses) {
      pauses += 1;
      await pause(readingPauseMs);
    }
  }
  must(`${bytes} bytes have come`, bytes > fileMaxBytes / 2);
}

/** The model waits until the first words have arrived: collected, they never would. */
async function passesWordsOn(owner: ProxiedOwner, { model }: Around): Promise<void> {
  const { promise: haveCome, resolve } = Promise.withResolvers<void>();
  model.next({ pieces: ['First words. ', 'And the rest.'], afterFirst: haveCome });
  const { body } = await owner.watch('/api/assistant/messages', {
    method: 'POST',
    headers: { accept: streamedLines, 'content-type': 'application/json' },
    body: JSON.stringify({ message: 'Help me to write.', language: 'en' }),
  });
  let text = '';
  const isLate = setTimeout(() => body.destroy(new Error('the first words did not come')), 10_000);
  for await (const part of body) {
    text += String(part);
    if (text.includes('First words')) resolve();
  }
  clearTimeout(isLate);
  must('all words have come', text.includes('And the rest.'));
}
