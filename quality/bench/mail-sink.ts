import { once } from 'node:events';
import { createServer as createHttpServer } from 'node:http';
import { type AddressInfo, createServer, type Socket } from 'node:net';

/** Mails received since the last reset. Times are in milliseconds since 1970. */
export interface Arrivals {
  smtp_url: string;
  /** All mails, and the number of different Message-IDs. */
  mails: number;
  different: number;
  bytes: number;
  first_at: number;
  last_at: number;
}

const maxSamples = 400;
const samples: string[] = [];
const ids = new Set<string>();
let counted = { mails: 0, bytes: 0, first_at: 0, last_at: 0 };

/** An SMTP server that does little, so that it is not the bottleneck. */
const smtp = createServer((socket) => {
  socket.setNoDelay();
  socket.on('error', () => socket.destroy());
  socket.write('220 sink\r\n');
  serve(socket);
});

const control = createHttpServer((request, response) => {
  response.setHeader('content-type', 'application/json');
  if (request.url === '/samples') return response.end(JSON.stringify(samples));
  const { port } = smtp.address() as AddressInfo;
  const arrivals: Arrivals = {
    smtp_url: `smtp://127.0.0.1:${port}`,
    different: ids.size,
    ...counted,
  };
  if (request.method === 'DELETE') {
    ids.clear();
    counted = { mails: 0, bytes: 0, first_at: 0, last_at: 0 };
  }
  return response.end(JSON.stringify(arrivals));
});

function serve(socket: Socket): void {
  let pending = '';
  let mail: string[] | undefined;
  socket.setEncoding('latin1');
  socket.on('data', (chunk: string) => {
    if (mail) {
      mail.push(chunk);
      pending = (pending + chunk).slice(-5);
      if (pending !== '\r\n.\r\n') return;
      record(mail.join(''));
      mail = undefined;
      pending = '';
      socket.write('250 2.0.0 Ok: queued as 4XyZ1b2c3dz9qk\r\n');
      return;
    }
    const lines = (pending + chunk).split('\r\n');
    pending = lines.pop() ?? '';
    for (const line of lines) {
      const verb = line.slice(0, 4).toUpperCase();
      if (verb === 'DATA') mail = [];
      socket.write(answers[verb] ?? '250 2.0.0 Ok\r\n');
      if (verb === 'QUIT') socket.end();
    }
  });
}

const answers: Record<string, string> = {
  EHLO: '250-sink\r\n250-8BITMIME\r\n250 SMTPUTF8\r\n',
  DATA: '354 continue\r\n',
  QUIT: '221 2.0.0 Bye\r\n',
};

/** Counts letters only; the product also sends other mails. */
function record(source: string): void {
  const [, id] = /^Message-ID: <(delivery\.[^>]+)>/im.exec(source) ?? [];
  if (!id) return;
  const now = Date.now();
  if (samples.length < maxSamples) samples.push(source);
  ids.add(id);
  counted.mails += 1;
  counted.bytes += source.length;
  counted.first_at ||= now;
  counted.last_at = now;
}

await once(smtp.listen(0, '127.0.0.1'), 'listening');
await once(control.listen(0, 'localhost'), 'listening');
process.stdout.write(`http://localhost:${(control.address() as AddressInfo).port}\n`);
