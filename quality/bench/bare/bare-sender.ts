import { createTransport } from 'nodemailer';

/** Sends copies of the sink's samples through a connection pool like the product's. */
const { SINK_URL = '', SMTP_URL = '', MAILS = '' } = process.env;

const response = await fetch(`${SINK_URL}/samples`);
const samples = ((await response.json()) as string[]).map(letterIn);
const pool = createTransport({ url: SMTP_URL, pool: true });
const run = Date.now();
/** More lanes than the pool has connections; even more would only queue. */
const lanes = 120;
let left = Number(MAILS);

await Promise.all(
  Array.from({ length: lanes }, async () => {
    while (left > 0) {
      left -= 1;
      const sample = samples[left % samples.length];
      await pool.sendMail({
        ...sample,
        to: { name: '', address: `bench-${left}@example.org` },
        messageId: `<delivery.bare-${run}-${left}@zavet.example>`,
      });
    }
  }),
);
pool.close();

function letterIn(source: string) {
  const header = (name: string) => new RegExp(`^${name}: (.*)`, 'im').exec(unfolded(source))?.[1];
  return {
    from: 'Завет <zavet@localhost>',
    subject: wordsIn(header('Subject') ?? ''),
    html: partOf(source, 'text/html'),
    text: partOf(source, 'text/plain'),
    headers: {
      'Auto-Submitted': 'auto-generated',
      'X-Auto-Response-Suppress': 'All',
      'Content-Language': header('Content-Language') ?? '',
    },
  };
}

function unfolded(source: string): string {
  return source.slice(0, source.indexOf('\r\n\r\n')).replace(/\r\n[ \t]+/g, ' ');
}

/** Decodes RFC 2047 as written by nodemailer. */
function wordsIn(subject: string): string {
  return subject
    .replace(/\?= =\?/g, '?==?')
    .replace(/=\?UTF-8\?([BQ])\?(.*?)\?=/gi, (_, kind: string, word: string) =>
      kind.toUpperCase() === 'B'
        ? Buffer.from(word, 'base64').toString()
        : unquoted(word.replaceAll('_', ' ')),
    );
}

function partOf(source: string, type: string): string {
  const [, boundary = ''] = /boundary="([^"]+)"/.exec(unfolded(source)) ?? [];
  const part = source
    .split(`--${boundary}`)
    .find((one) => one.toLowerCase().startsWith(`\r\ncontent-type: ${type}`));
  if (part === undefined) throw new Error(`a mail without ${type}`);
  const [head = '', ...lines] = part.split('\r\n\r\n');
  const body = lines.join('\r\n\r\n').replace(/\r\n$/, '');
  if (/encoding: base64/i.test(head)) return Buffer.from(body, 'base64').toString();
  if (!/encoding: quoted-printable/i.test(head)) return body.replaceAll('\r\n', '\n');
  return unquoted(body.replace(/=\r\n/g, '')).replaceAll('\r\n', '\n');
}

function unquoted(text: string): string {
  const bytes = text.replace(/=([0-9A-F]{2})/gi, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
  return Buffer.from(bytes, 'latin1').toString();
}
