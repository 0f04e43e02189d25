import { expect, test } from 'vitest';
import { visibleTextOf } from '../../../../test/rendered-text.ts';
import type { MailText } from '../mail.ts';
import { mailWords } from './mail-words.ts';
import { writeText } from './write-mail.tsx';

const site = { publicUrl: 'https://zavet.example', supportEmail: 'help@zavet.example' };
const head = { subject: 'Subject', reason: 'Reason' };

/** Text before the brand, hidden in the mail itself. */
async function previewOf(text: MailText): Promise<string> {
  const words = mailWords('en');
  const { html } = await writeText(words, site, text);
  const [before = ''] = visibleTextOf(html).split(words.t('layout.brand'));
  return before.replace(/\p{Cf}|\s+/gu, ' ').trim();
}

test.each<[MailText['blocks'], string]>([
  [['First.', 'Second.'], 'First.'],
  [[['First.', 'Second.'], 'Third.'], 'First. Second.'],
])('the first paragraph of %j is the preview', async (blocks, preview) => {
  expect(await previewOf({ ...head, blocks })).toContain(preview);
  expect(await previewOf({ ...head, blocks })).not.toContain('Third');
});

test('another preview replaces the first paragraph', async () => {
  const preview = await previewOf({ ...head, preheader: 'Other.', blocks: ['First.'] });
  expect(preview).toContain('Other.');
  expect(preview).not.toContain('First.');
});
