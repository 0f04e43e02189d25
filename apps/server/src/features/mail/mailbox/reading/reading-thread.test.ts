import { afterAll, describe, expect, it } from 'vitest';
import { createReadingThread, MailUnreadable } from './reading-thread.ts';

const thread = createReadingThread();
afterAll(() => thread.close());

const small = () => Buffer.from('Subject: a\r\n\r\ntext');
const large = () => Buffer.concat([small(), Buffer.alloc(20 * 1024 * 1024, 'line of text\r\n')]);

describe('the thread that takes mails apart', () => {
  it('gives what is wanted, to everybody what is theirs', async () => {
    const looks = { images: 'hidden', theme: 'light' } as const;
    const [parts, page, file] = await Promise.all([
      thread.takeApart(small(), { kind: 'parts' }),
      thread.takeApart(small(), { kind: 'page', looks }),
      thread.takeApart(small(), { kind: 'attachment', index: 0 }),
    ]);
    expect(parts).toMatchObject({ text: expect.stringContaining('text'), is_broken: false });
    expect(page).toContain('<pre>text');
    expect(file).toBeUndefined();
  });

  it('leaves requests their turn while it works', async () => {
    let turns = 0;
    const counting = setInterval(() => {
      turns += 1;
    }, 1);
    await thread.takeApart(large(), { kind: 'parts' });
    clearInterval(counting);
    expect(turns).toBeGreaterThan(2);
  });

  it('gives up a mail that takes too long, and takes the next one', async () => {
    const impatient = createReadingThread(1);
    await expect(impatient.takeApart(large(), { kind: 'parts' })).rejects.toThrow(MailUnreadable);
    await impatient.close();
    expect(await thread.takeApart(small(), { kind: 'parts' })).toMatchObject({ has_html: false });
  });
});
