import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { errorOf, streamedLines } from '@zavet/contract/client';
import { archiveMaxBytes } from '@zavet/contract/vault/data-export-values';
import { fileMaxBytes } from '@zavet/contract/vault/file-rules';
import {
  type LanguageModelStandIn,
  startLanguageModelStandIn,
} from '@zavet/language-model-stand-in/stand-in';
import { startPostgresStandIn } from '@zavet/postgres-stand-in/stand-in';
import { type SmtpStandIn, startSmtpStandIn } from '@zavet/smtp-stand-in/stand-in';
import { createProxiedOwner, instructionOf, type ProxiedOwner } from './proxied-person.ts';
import { host, type ReverseProxy, startCaddy, startNginx } from './reverse-proxies.ts';
import { restartInTurn, type ServedProduct, serveProduct } from './rolling-restart.ts';
import { type Print, verify } from './trial.ts';

interface Scene {
  product: ServedProduct;
  proxy: ReverseProxy;
  mail: SmtpStandIn;
  model: LanguageModelStandIn;
  rounds: number;
  print: Print;
}

const proxies = [startNginx, startCaddy];

const options = {
  /** Number of restarts per server. */
  rounds: { type: 'string', default: '3' },
  /** Name of the proxy; nginx and Caddy by default. */
  only: { type: 'string', default: '' },
} as const;

/** Two servers behind Debian's nginx, then behind its Caddy, with the shipped configurations. */
export async function proxy(print: Print, args: string[]): Promise<void> {
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
        const scene = { product, proxy, mail, model, rounds: Number(values.rounds) };
        await runTrialBehind({ ...scene, print: (line) => print(`${proxy.name}: ${line}`) });
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

async function runTrialBehind(scene: Scene): Promise<void> {
  const { proxy, mail, print } = scene;
  const owner = await createProxiedOwner(proxy, mail);
  await checkClientAddress(owner);
  print('sessions show the real addresses, whatever the calls claim');
  await checkLargeBodies(owner);
  print('10 MB pass, larger bodies are refused by the product itself');
  if (proxy.name === 'nginx') await checkArchiveLimit(owner);
  await checkSlowDownload(owner);
  print('a slow download is complete');
  await checkStreaming(owner, scene);
  print('answers of the assistant are streamed');
  owner.closeConnections();
  if (scene.rounds > 0) await restartInTurn(scene);
}

/** Sessions must show the real address, although every call claims another one. */
async function checkClientAddress(owner: ProxiedOwner): Promise<void> {
  const { sessions } = await owner.listSessions();
  const addresses = new Set(sessions.map(({ ip_address }) => ip_address));
  const isOwn = addresses.size === 1 && addresses.has(owner.address);
  verify(`sessions are from ${[...addresses]}, not ${owner.address}`, isOwn);
}

async function checkLargeBodies(owner: ProxiedOwner): Promise<void> {
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
  const downloaded = await owner.downloadFile({ params: { id: file.id } });
  verify('the largest file comes back unchanged', (await downloaded.text()) === largest);
  const refusal = await attach(`${largest}x`).catch((error) => error);
  verify(
    `one byte more is refused by the product: ${refusal.code}`,
    refusal.code === 'file_too_large',
  );
  // A proxy may close the connection of a refused body.
  owner.closeConnections();
}

/** nginx must allow larger bodies than the product. */
async function checkArchiveLimit(owner: ProxiedOwner): Promise<void> {
  const refusal = await refusalOf(owner, archiveMaxBytes + 1);
  verify(`one byte more is refused by the product: ${refusal}`, tooLargeCodes.includes(refusal));
  owner.closeConnections();
}

const tooLargeCodes = ['archive_too_large', 'body_too_large', 'file_too_large'];

/** Returns the error code for a body of this length, which must arrive before the body is sent. */
async function refusalOf(owner: ProxiedOwner, length: number): Promise<string> {
  // The body never ends, so the response must arrive before its end.
  const endless = new Readable({ read() {} });
  endless.push(randomBytes(1_000));
  const { status, body: answered } = await owner.stream(
    '/api/data/imports/00000000-0000-7000-8000-000000000000/content',
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

async function checkSlowDownload(owner: ProxiedOwner): Promise<void> {
  const { instructions } = await owner.listInstructions({ query: {} });
  const [{ id = '' } = {}] = instructions;
  const { body } = await owner.stream(`/api/instructions/${id}/files.zip`, {});
  let bytes = 0;
  let pauses = 0;
  for await (const part of body) {
    bytes += (part as Buffer).length;
    if (bytes / 500_000 > pauses) {
      pauses += 1;
      await pause(readingPauseMs);
    }
  }
  verify(`${bytes} bytes have arrived`, bytes > fileMaxBytes / 2);
}

/**
 * The model waits until its first words have arrived, so a proxy that buffers would never finish.
 */
async function checkStreaming(owner: ProxiedOwner, { model }: Scene): Promise<void> {
  const { promise: firstArrived, resolve } = Promise.withResolvers<void>();
  model.next({ pieces: ['First words. ', 'And the rest.'], afterFirst: firstArrived });
  const { body } = await owner.stream('/api/assistant/messages', {
    method: 'POST',
    headers: { accept: streamedLines, 'content-type': 'application/json' },
    body: JSON.stringify({ message: 'Help me to write.', language: 'en' }),
  });
  let text = '';
  const timeout = setTimeout(
    () => body.destroy(new Error('the first words did not arrive')),
    10_000,
  );
  for await (const part of body) {
    text += String(part);
    if (text.includes('First words')) resolve();
  }
  clearTimeout(timeout);
  verify('the whole answer has arrived', text.includes('And the rest.'));
}
