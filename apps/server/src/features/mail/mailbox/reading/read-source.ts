import { type MailboxFolder, mailboxLimits } from '@zavet/contract/mail/mailbox-values';
import type { ImapSettings } from '../../../../platform/imap/imap-host.ts';
import { ImapTrouble } from '../../../../platform/imap/imap-trouble.ts';
import { type ImapSession, withImap } from '../../../../platform/imap/with-imap.ts';
import { pathOf } from '../mailbox-rules.ts';
import type { MailboxAccess } from '../sealed-access.ts';

const pieceBytes = 2 * 1024 * 1024;

interface MessagePlace {
  folder: MailboxFolder;
  uid_validity: number;
  uid: number;
}

/** The bytes of a mail as they lie on its server, which is not told that anybody read them. */
export function readSource(
  settings: ImapSettings,
  access: MailboxAccess,
  place: MessagePlace,
): Promise<Buffer | 'gone' | 'too_large'> {
  return withImap(settings, access, async (line) => {
    if (!(await openAt(line, place))) return 'gone';
    const range = String(place.uid);
    const [head] = await line.ask((client) =>
      client.fetchAll(range, { uid: true, size: true }, { uid: true }),
    );
    if (head?.uid !== place.uid) return 'gone';
    if ((head.size ?? 0) > mailboxLimits.messageMaxBytes) return 'too_large';
    const pieces: Buffer[] = [];
    let start = 0;
    // The size that a server announces need not be true: the pieces are counted.
    for (;;) {
      const piece = await readPiece(line, range, start);
      if (piece === undefined) return 'gone';
      pieces.push(piece);
      start += piece.length;
      if (start > mailboxLimits.messageMaxBytes) return 'too_large';
      if (piece.length < pieceBytes) return Buffer.concat(pieces);
    }
  });
}

async function readPiece(
  line: ImapSession,
  range: string,
  start: number,
): Promise<Buffer | undefined> {
  const source = { start, maxLength: pieceBytes };
  const [found] = await line.ask((client) =>
    client.fetchAll(range, { uid: true, source }, { uid: true }),
  );
  const bytes = found && (found.source ?? Buffer.alloc(0));
  // More than was asked for would be counted twice.
  if (bytes && bytes.length > pieceBytes) throw new ImapTrouble('server_failed');
  return bytes;
}

/** False where the folder is gone or its mails were numbered anew: the number means another mail. */
async function openAt(line: ImapSession, { folder, uid_validity }: MessagePlace): Promise<boolean> {
  const path = pathOf(await line.ask((client) => client.list()), folder);
  if (path === undefined) return false;
  const opened = await line.ask((client) => client.mailboxOpen(path, { readOnly: true }));
  return Number(opened.uidValidity) === uid_validity;
}
