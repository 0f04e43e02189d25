import { afterAll, describe, expect, it } from 'vitest';
import { createParserThread, MailUnreadable } from './parser-thread.ts';

const thread = createParserThread();
afterAll(() => thread.close());

const small = () => Buffer.from('Subject: a\r\n\r\ntext');
const large = () => Buffer.concat([small(), Buffer.alloc(20 * 1024 * 1024, 'line of text\r\n')]);

describe('the parser thread', () => {
  it('returns the result of each concurrent request', async () => {
    const options = { images: 'hidden', theme: 'light' } as const;
    const [parts, page, file] = await Promise.all([
      thread.render(small(), { kind: 'parts' }),
      thread.render(small(), { kind: 'page', options }),
      thread.render(small(), { kind: 'attachment', index: 0 }),
    ]);
    expect(parts).toMatchObject({ text: expect.stringContaining('text'), is_broken: false });
    expect(page).toContain('<pre>text');
    expect(file).toBeUndefined();
  });

  it('does not block the main thread', async () => {
    let ticks = 0;
    const timer = setInterval(() => {
      ticks += 1;
    }, 1);
    await thread.render(large(), { kind: 'parts' });
    clearInterval(timer);
    expect(ticks).toBeGreaterThan(2);
  });

  it('rejects a mail after the timeout, and accepts the next one', async () => {
    const shortTimeoutThread = createParserThread(1);
    await expect(shortTimeoutThread.render(large(), { kind: 'parts' })).rejects.toThrow(
      MailUnreadable,
    );
    await shortTimeoutThread.close();
    expect(await thread.render(small(), { kind: 'parts' })).toMatchObject({ has_html: false });
  });
});
