import type { KeepsakeFacts } from './keepsake-values.ts';
import type { KeepsakeWords } from './keepsake-words.ts';

/** Says what this is to somebody who finds it in twenty years. */
export function readMe(facts: KeepsakeFacts, words: KeepsakeWords): Buffer {
  const { say, day } = words;
  const { owner_name, recipient_name, started_by, saved_at, support_email } = facts;
  const lines = [
    say('title').toUpperCase(),
    '',
    say('readme.what'),
    say('author', { person: owner_name }),
    ...(recipient_name ? [say('recipient', { person: recipient_name })] : []),
    ...(started_by ? [say('startedBy', { person: started_by })] : []),
    say('saved', { date: day(saved_at) }),
    '',
    say('readme.open'),
    say('readme.folders'),
    say('readme.last'),
    '',
    say('private'),
    say('readme.help', { email: support_email }),
  ];
  // As every system's own program shows it. Names cannot bring lines of their own.
  const text = lines.map((line) => line.replace(/\s+/g, ' ').trim()).join('\r\n');
  return Buffer.from(`\ufeff${text}\r\n`, 'utf8');
}
