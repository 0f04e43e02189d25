/** A mail that may break parsers, and the expected result. */
export interface UnusualMail {
  name: string;
  source: Buffer;
  /** Expected subject in the list of mails. */
  subject?: string;
  /** Expected content when opened, or the error code if the mail cannot be opened. */
  opened: { text?: string; isBroken?: boolean } | { code: string };
}

const line = (text: string) => Buffer.from(`${text}\r\n`);
/** «Привет» in two charsets. */
const cp1251 = Buffer.from([0xcf, 0xf0, 0xe8, 0xe2, 0xe5, 0xf2]);
const koi8 = Buffer.from([0xf0, 0xd2, 0xc9, 0xd7, 0xc5, 0xd4]);
const fromHeader = line('From: "Odd" <odd@mail.example>');

export function unusualMails(): UnusualMail[] {
  return [
    {
      name: 'koi8-r',
      source: Buffer.concat([
        fromHeader,
        line('Subject: =?koi8-r?B?8NLJ18XU?='),
        line('Content-Type: text/plain; charset=koi8-r'),
        ...[line(''), koi8, line('')],
      ]),
      subject: 'Привет',
      opened: { text: 'Привет' },
    },
    {
      name: 'raw cp1251 in the headers',
      source: Buffer.concat([
        fromHeader,
        Buffer.from('Subject: '),
        cp1251,
        line(''),
        line(''),
        line('text'),
      ]),
      subject: 'Привет',
      opened: { text: 'text' },
    },
    {
      name: 'an encoded word split inside a character',
      source: Buffer.concat([
        fromHeader,
        line('Subject: =?utf-8?B?0J/RgNC40LI=?='),
        line(' =?utf-8?B?0LXRgg==?='),
        ...[line(''), line('text')],
      ]),
      subject: 'Привет',
      opened: { text: 'text' },
    },
    {
      name: 'forty megabytes',
      source: Buffer.concat([
        fromHeader,
        line('Subject: huge'),
        ...[line(''), Buffer.alloc(40 * 1024 * 1024, 'A line of text, over and over again.\r\n')],
      ]),
      subject: 'huge',
      opened: { code: 'mailbox_message_too_large' },
    },
    {
      name: 'twenty-five megabytes with a file',
      source: Buffer.concat([
        fromHeader,
        line('Subject: large'),
        line('Content-Type: multipart/mixed; boundary=b'),
        ...[line(''), line('--b'), line('Content-Type: text/plain'), line(''), line('large text')],
        ...[line('--b'), line('Content-Type: application/zip; name=a.zip')],
        ...[line('Content-Disposition: attachment; filename=a.zip')],
        ...[line('Content-Transfer-Encoding: base64'), line('')],
        Buffer.alloc(25 * 1024 * 1024, `${'QUFB'.repeat(19)}\r\n`),
        line('--b--'),
      ]),
      subject: 'large',
      opened: { text: 'large text' },
    },
    {
      name: 'twenty megabytes of short lines',
      source: Buffer.concat([
        fromHeader,
        line('Subject: lines'),
        ...[line(''), Buffer.alloc(20 * 1024 * 1024, 'line of text\r\n')],
      ]),
      subject: 'lines',
      opened: { text: 'line of text', isBroken: true },
    },
    {
      name: 'a boundary that never ends',
      source: Buffer.concat([
        fromHeader,
        line('Subject: broken'),
        line('Content-Type: multipart/mixed; boundary=b'),
        ...[line(''), line('--b'), line('Content-Type: text/plain'), line(''), line('left over')],
      ]),
      subject: 'broken',
      opened: { text: 'left over' },
    },
    { name: 'no headers', source: line('only words'), subject: '', opened: { isBroken: true } },
    { name: 'nothing at all', source: Buffer.from('\r\n'), subject: '', opened: {} },
    {
      name: 'three hundred nested parts',
      source: Buffer.concat([fromHeader, line('Subject: nested'), Buffer.from(nested(300))]),
      subject: 'nested',
      opened: { isBroken: true },
    },
    {
      name: 'an unknown alphabet and a wrong date',
      source: Buffer.concat([
        fromHeader,
        line('Subject: =?x-unknown?Q?abc?='),
        line('Date: the day after tomorrow'),
        line('Content-Type: text/plain; charset=x-unknown'),
        ...[line(''), line('plain words')],
      ]),
      opened: { text: 'plain words' },
    },
  ];
}

function nested(levels: number): string {
  let text = 'text';
  for (let level = 0; level < levels; level += 1) {
    const boundary = `b${level}`;
    text = `Content-Type: multipart/mixed; boundary=${boundary}\r\n\r\n--${boundary}\r\n${text}\r\n--${boundary}--`;
  }
  return text;
}

/** Ordinary mails, one in three with HTML and an image. */
export function* usualMails(count: number): Generator<Buffer> {
  for (let place = 1; place <= count; place += 1) {
    const head = [
      `From: =?utf-8?B?${Buffer.from(`Отправитель ${place % 97}`).toString('base64')}?= <sender-${place % 97}@mail.example>`,
      'To: owner@mail.example',
      `Subject: =?utf-8?B?${Buffer.from(`Письмо номер ${place}`).toString('base64')}?=`,
      `Date: ${new Date(Date.UTC(2026, 0, 1) + place * 60_000).toUTCString()}`,
      'MIME-Version: 1.0',
    ];
    const text = `Здравствуйте! Это письмо номер ${place}. ${'Немного текста, чтобы было что читать. '.repeat(5)}`;
    const encoded = Buffer.from(text).toString('base64').replace(/.{76}/g, '$&\r\n');
    const plain = `Content-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: base64\r\n\r\n${encoded}\r\n`;
    const page = `Content-Type: text/html; charset=utf-8\r\n\r\n<html><body><p>${text}</p><img src="https://pics.example/${place}.png"></body></html>\r\n`;
    yield Buffer.from(
      place % 3 === 0
        ? `${head.join('\r\n')}\r\nContent-Type: multipart/alternative; boundary=x${place}\r\n\r\n--x${place}\r\n${plain}--x${place}\r\n${page}--x${place}--\r\n`
        : `${head.join('\r\n')}\r\n${plain}`,
    );
  }
}
