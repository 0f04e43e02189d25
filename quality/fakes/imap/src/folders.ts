export interface StoredMail {
  uid: number;
  source: Buffer;
  flags: Set<string>;
  date: Date;
}

export interface Folder {
  name: string;
  /** Such as `\Junk`. */
  specialUse?: string;
  uidValidity: number;
  nextUid: number;
  mails: StoredMail[];
}

export function newFolder(name: string, specialUse?: string): Folder {
  const folder = { name, uidValidity: 1, nextUid: 1, mails: [] };
  return specialUse === undefined ? folder : { ...folder, specialUse };
}

export function deliver(folder: Folder, source: string | Buffer, isSeen = false): StoredMail {
  const mail = {
    uid: folder.nextUid,
    source: Buffer.isBuffer(source) ? source : Buffer.from(source.replace(/\r?\n/g, '\r\n')),
    flags: new Set(isSeen ? ['\\Seen'] : []),
    date: new Date(Date.UTC(2027, 0, 1, 12, 0, folder.nextUid)),
  };
  folder.nextUid += 1;
  folder.mails.push(mail);
  return mail;
}

/** As a server does that was put up anew: the same mails under other numbers. */
export function numberAnew(folder: Folder): void {
  folder.uidValidity += 1;
  folder.nextUid = 1;
  for (const mail of folder.mails) {
    mail.uid = folder.nextUid;
    folder.nextUid += 1;
  }
}
