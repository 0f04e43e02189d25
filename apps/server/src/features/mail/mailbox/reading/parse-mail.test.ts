import { describe, expect, it } from 'vitest';
import { attachmentName, attachmentsOf, servedType } from './attachments.ts';
import { textOfHtml } from './clean-html.ts';
import { peopleOf, toOneLine } from './header-values.ts';
import { parseMail } from './parse-mail.ts';

const bytes = (text: string, ...rest: Buffer[]) => Buffer.concat([Buffer.from(text), ...rest]);
/** «Привет» in two charsets. */
const cp1251 = Buffer.from([0xcf, 0xf0, 0xe8, 0xe2, 0xe5, 0xf2]);
const koi8 = Buffer.from([0xf0, 0xd2, 0xc9, 0xd7, 0xc5, 0xd4]);

describe('a mail', () => {
  it('is decoded from its charset', async () => {
    const raw = bytes('From: a@b.example\r\nSubject: ', cp1251, Buffer.from('\r\n\r\ntext'));
    expect(await parseMail(raw)).toMatchObject({ subject: 'Привет', isBroken: false });
    const named = bytes(
      'Content-Type: text/plain; charset=koi8-r\r\nSubject: ',
      ...[koi8, Buffer.from('\r\n\r\n'), koi8],
    );
    expect(await parseMail(named)).toMatchObject({ subject: 'Привет', text: 'Привет\n' });
    const split = 'Subject: =?utf-8?B?0J/RgNC40LI=?=\r\n =?utf-8?B?0LXRgg==?=\r\n\r\n';
    expect(await parseMail(bytes(split))).toMatchObject({ subject: 'Привет' });
  });

  it('with endless nesting is broken, with readable headers', async () => {
    let nested = 'text';
    for (let level = 0; level < 300; level += 1) {
      nested = `Content-Type: multipart/mixed; boundary=b${level}\r\n\r\n--b${level}\r\n${nested}\r\n--b${level}--`;
    }
    const mail = await parseMail(bytes(`From: <a@b.example>\r\nSubject: deep\r\n${nested}`));
    expect(mail).toMatchObject({
      isBroken: true,
      subject: 'deep',
      from: { address: 'a@b.example' },
    });
  });

  it('with endless headers is broken', async () => {
    const mail = await parseMail(bytes(`Subject: a\r\nX: ${'x'.repeat(2 * 1024 * 1024)}\r\n\r\nb`));
    expect(mail.isBroken).toBe(true);
  });

  it('within a mail is an attachment', async () => {
    const outer = `Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\nContent-Type: message/rfc822\r\n\r\nSubject: inner\r\n\r\nhidden\r\n--b--`;
    const mail = await parseMail(bytes(outer));
    expect(mail.text ?? '').not.toContain('hidden');
    expect(attachmentsOf(mail)).toMatchObject([{ file_name: 'attachment-1.eml' }]);
  });

  it('that is empty is not broken', async () => {
    expect(await parseMail(Buffer.alloc(0))).toMatchObject({ isBroken: false });
  });
});

describe('the name of an attachment', () => {
  it.each([
    ['../../etc/passwd', 'passwd'],
    ['C:\\Windows\\a.exe', 'a.exe'],
    ['..', 'attachment-1'],
    ['.htaccess', 'htaccess'],
    ['a\r\nSet-Cookie: b.txt', 'a Set-Cookie b.txt'],
    ['photo\u202Egpj.exe', 'photogpj.exe'],
    ['  отчёт  за\tмай .pdf ', 'отчёт за май .pdf'],
    ['a"b<c>|d?.txt', 'abcd.txt'],
    [`${'я'.repeat(300)}.pdf`, `${'я'.repeat(146)}.pdf`],
  ])('%j becomes %j', (given, name) => {
    expect(attachmentName(given, 0, 'application/pdf')).toBe(name);
  });

  it('is generated if missing', () => {
    expect(attachmentName(null, 2, 'application/pdf')).toBe('attachment-3');
  });
});

describe('the type of an attachment', () => {
  it('is served only for types that run no code', () => {
    expect(servedType('IMAGE/PNG')).toBe('image/png');
    for (const type of ['text/html', 'image/svg+xml', 'application/javascript', 'text/xml', '']) {
      expect(servedType(type)).toBe('application/octet-stream');
    }
  });
});

describe('text', () => {
  it('of a page is its visible text', () => {
    const html =
      '<head><title>t</title><style>p{}</style></head><p>Раз &amp; два</p><div>три<br>четыре</div><script>x</script>';
    expect(textOfHtml(html)).toBe('Раз & два\nтри\nчетыре');
    expect(textOfHtml('&lt;script&gt;')).toBe('<script>');
  });

  it('of a header is one line without control characters', () => {
    expect(toOneLine('a\u202Eb\r\n\0c', 10)).toBe('a b c');
    expect(toOneLine('\ud800', 10)).toBe('\ufffd');
    expect([...toOneLine('👋'.repeat(20), 10)]).toHaveLength(10);
  });

  it('of an address group lists its members', () => {
    const team = { name: 'Team', group: [{ name: 'A', address: 'a@b.example' }] };
    expect(peopleOf([team, { name: '', address: '' }])).toEqual([
      { name: 'A', address: 'a@b.example' },
    ]);
  });
});
