import { describe, expect, it } from 'vitest';
import { cutLongTexts } from './cut-long-texts.ts';
import { renderMail } from './render-mail.ts';

const cut = (text: string) => cutLongTexts(Buffer.from(text), '[cut]');
const lines = (count: number, line = 'text') => `${line}\r\n`.repeat(count);
const encoded = lines(60_000, 'QUFB'.repeat(19));
const inParts = (...parts: string[]) =>
  `Content-Type: multipart/mixed;\r\n boundary="b 1"\r\n\r\n${parts.map((part) => `--b 1\r\n${part}`).join('')}--b 1--\r\n`;

describe('a mail with long texts', () => {
  it('is unchanged below the limit', () => {
    const source = Buffer.from(inParts(`\r\n${lines(1_000)}`, `\r\n${lines(1_000)}`));
    expect(cutLongTexts(source, '[cut]')).toEqual({ source, mark: undefined });
  });

  it('keeps base64 attachments of any length', () => {
    const file = `Content-Transfer-Encoding: base64\r\n\r\n${encoded}`;
    expect(cut(inParts(`\r\nshort\r\n`, file)).mark).toBeUndefined();
  });

  it('is cut within a long part, and continues with the next one', () => {
    const file = `Content-Transfer-Encoding: base64\r\n\r\n${lines(3, 'QUFB'.repeat(19))}`;
    const { source, mark } = cut(inParts(`\r\n${lines(60_000)}`, file));
    expect(mark).toBe('[cut]');
    const text = source.toString();
    expect(text.match(/text\r\n/g)).toHaveLength(50_000);
    expect(text).toContain('[cut]\r\n--b 1\r\nContent-Transfer-Encoding');
    expect(text.endsWith('--b 1--\r\n')).toBe(true);
  });

  it('is cut despite lines that look like boundaries or base64', () => {
    const looksEncoded = lines(60_000, 'x'.repeat(70));
    expect(cut(`Subject: a\r\n\r\n${looksEncoded}`).mark).toBe('[cut]');
    const pretended = `--c\r\nContent-Transfer-Encoding: base64\r\n\r\n${looksEncoded}`;
    expect(cut(`Subject: a\r\n\r\n${pretended}`).mark).toBe('[cut]');
    const ended = `${inParts('\r\na\r\n')}--b 1\r\nContent-Transfer-Encoding: base64\r\n\r\n${looksEncoded}`;
    expect(cut(ended).mark).toBe('[cut]');
    const short = inParts(`Content-Transfer-Encoding: base64\r\n\r\n${lines(60_000, 'QUFB')}`);
    expect(cut(short).mark).toBe('[cut]');
  });

  it('is cut in total with many long parts', () => {
    const parts = Array.from({ length: 5 }, () => `\r\n${lines(40_000)}`);
    const kept = cut(inParts(...parts)).source.toString();
    expect(kept.match(/text\r\n/g)?.length).toBe(150_000);
  });

  it('is marked as broken, without its cut attachments', async () => {
    const file = (count: number) =>
      `Content-Type: text/csv\r\nContent-Disposition: attachment; filename=a.csv\r\n\r\n${lines(count)}`;
    const source = () => Buffer.from(inParts('\r\nhello\r\n', file(10), file(60_000)));
    const parts = await renderMail(source(), { kind: 'parts' });
    expect(parts).toMatchObject({ text: 'hello\n', is_broken: true });
    expect(await renderMail(source(), { kind: 'attachment', index: 0 })).toMatchObject({
      file_name: 'a.csv',
    });
    expect(await renderMail(source(), { kind: 'attachment', index: 1 })).toBe('cut');
    const long = Buffer.from(`Subject: a\r\n\r\n${lines(60_000)}`);
    const { text, is_broken } = await renderMail(long, { kind: 'parts' });
    expect(is_broken).toBe(true);
    expect(text.trimEnd().endsWith('text')).toBe(true);
  });
});
