import type { Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import type { Certificate } from './certificate.ts';
import { type Command, createCommandReader } from './command-reader.ts';
import { type Folder, fetchResponse, type StoredMail } from './folders.ts';

/**
 * `stalls…`: sends no more responses. `dies_at_fetch`: disconnects within a response. `endless_…`:
 * sends an endless line, literal or list of folders. `preauth`: accepts clients without a password.
 */
export type Fault =
  | 'stalls'
  | 'stalls_at_fetch'
  | 'dies_at_fetch'
  | 'endless_line'
  | 'endless_literal'
  | 'endless_list'
  | 'is_busy'
  | 'no_starttls'
  | 'preauth';

/** State of the server, shared by all sessions. */
export interface ServerState {
  user: string;
  password: string;
  folders: Folder[];
  /** Received commands, in order. */
  commands: string[];
  fault: Fault | undefined;
  /** Called before the response to each FETCH. */
  beforeFetch(): Promise<void> | void;
  certificate: Certificate;
}

const capabilities = 'IMAP4rev1 ID NAMESPACE SPECIAL-USE AUTH=PLAIN';

/** Serves one client, starting with the greeting. */
export function serveSession(state: ServerState, first: Socket, isSecure: boolean): void {
  let socket = first;
  let selected: Folder | undefined;
  let isAuthenticated = false;
  let plainAuthTag: string | undefined;
  const send = (text: string | Buffer) => void (socket.writable && socket.write(text));
  const announcedCapabilities = () =>
    isSecure || state.fault === 'no_starttls' || state.fault === 'preauth'
      ? capabilities
      : `${capabilities} STARTTLS`;
  const reader = createCommandReader(() => send('+ continue\r\n'));

  const listen = () => {
    socket.on('error', () => {});
    let queue = Promise.resolve();
    socket.on('data', (chunk: Buffer) => {
      queue = queue.then(async () => {
        if (plainAuthTag !== undefined) return authenticatePlain(chunk);
        for (const command of reader(chunk)) await answer(command);
      });
      queue.catch(() => socket.destroy());
    });
  };

  const authenticatePlain = (chunk: Buffer) => {
    const [, user, password] = Buffer.from(chunk.toString().trim(), 'base64')
      .toString()
      .split('\0');
    const tag = plainAuthTag ?? '';
    plainAuthTag = undefined;
    authenticate(tag, user, password);
  };

  const authenticate = (tag: string, user: string | undefined, password: string | undefined) => {
    if (state.fault === 'is_busy') return send(`${tag} NO [UNAVAILABLE] later\r\n`);
    isAuthenticated = user === state.user && password === state.password;
    send(isAuthenticated ? `${tag} OK in\r\n` : `${tag} NO [AUTHENTICATIONFAILED] no\r\n`);
  };

  const find = (name: string | undefined) =>
    state.folders.find((folder) => folder.name.toUpperCase() === name?.toUpperCase());

  const answer = async ({ tag, name, args, rest }: Command): Promise<void> => {
    state.commands.push(name);
    if (state.fault === 'stalls' && name !== 'CAPABILITY') return;
    const ok = (lines = '') => send(`${lines}${tag} OK done\r\n`);
    switch (name) {
      case 'CAPABILITY':
        return ok(`* CAPABILITY ${announcedCapabilities()}\r\n`);
      case 'NOOP':
        return ok();
      case 'ID':
        return ok('* ID NIL\r\n');
      case 'LOGOUT':
        ok('* BYE bye\r\n');
        return void socket.end();
      case 'STARTTLS':
        return startTls(tag);
      case 'LOGIN':
        return isSecure
          ? authenticate(tag, args[0], args[1])
          : send(`${tag} NO [PRIVACYREQUIRED] no\r\n`);
      case 'AUTHENTICATE':
        if (args[1] !== undefined) {
          const [, user, password] = Buffer.from(args[1], 'base64').toString().split('\0');
          return authenticate(tag, user, password);
        }
        plainAuthTag = tag;
        return send('+ \r\n');
    }
    if (!isAuthenticated) return send(`${tag} BAD not in\r\n`);
    switch (name) {
      case 'NAMESPACE':
        return ok('* NAMESPACE (("" "/")) NIL NIL\r\n');
      case 'LIST':
      case 'LSUB':
        if (state.fault === 'endless_list')
          return flood('', `* LIST () "/" "${'a'.repeat(200)}"\r\n`);
        return ok(listResponse(state.folders, name, args.at(-1) ?? '*'));
      case 'STATUS': {
        const folder = find(args[0]);
        return folder ? ok(statusOf(folder)) : send(`${tag} NO [NONEXISTENT] none\r\n`);
      }
      case 'SELECT':
      case 'EXAMINE': {
        selected = find(args[0]);
        if (!selected) return send(`${tag} NO [NONEXISTENT] none\r\n`);
        const access = name === 'EXAMINE' ? 'READ-ONLY' : 'READ-WRITE';
        return send(`${selectResponse(selected)}${tag} OK [${access}] open\r\n`);
      }
      case 'UID SEARCH':
        return ok(`* SEARCH ${searchUids(selected, rest).join(' ')}\r\n`.replace(' \r', '\r'));
      case 'UID FETCH':
        return fetch(tag, rest);
      case 'UID STORE':
        return ok(storeFlags(selected, rest));
      case 'EXPUNGE':
        return ok(expunge(selected));
      default:
        return send(`${tag} BAD the stand-in does not support ${name}\r\n`);
    }
  };

  const fetch = async (tag: string, rest: string) => {
    await state.beforeFetch();
    if (state.fault === 'stalls_at_fetch') return;
    if (state.fault === 'endless_line') return flood('* 1 FETCH (FLAGS (');
    if (state.fault === 'endless_literal') return flood('* 1 FETCH (UID 1 BODY[] {9000000000}\r\n');
    const [, set = '', dataItems = ''] = /^(\S+) (.*)$/s.exec(rest) ?? [];
    const mails = mailsInSet(selected?.mails ?? [], set);
    for (const [place, mail] of mails.entries()) {
      const sequence = (selected?.mails.indexOf(mail) ?? 0) + 1;
      const items = fetchResponse(mail, dataItems);
      if (state.fault === 'dies_at_fetch' && place >= mails.length / 2) {
        send(`* ${sequence} FETCH (`);
        return void socket.destroy();
      }
      send(Buffer.concat([Buffer.from(`* ${sequence} FETCH (`), items, Buffer.from(')\r\n')]));
    }
    send(`${tag} OK done\r\n`);
  };

  /** Sends until the client disconnects. */
  const flood = (beginning: string, piece = 'x') => {
    send(beginning);
    const block = Buffer.from(piece.repeat(Math.ceil((256 * 1024) / piece.length)));
    const continueFlood = () => {
      while (socket.writable && socket.write(block));
      if (socket.writable) socket.once('drain', continueFlood);
    };
    continueFlood();
  };

  const startTls = (tag: string) => {
    send(`${tag} OK begin\r\n`);
    first.removeAllListeners('data');
    socket = new TLSSocket(first, { isServer: true, ...state.certificate });
    isSecure = true;
    listen();
  };

  listen();
  if (state.fault === 'stalls') return;
  isAuthenticated = state.fault === 'preauth';
  send(`* ${isAuthenticated ? 'PREAUTH' : 'OK'} [CAPABILITY ${announcedCapabilities()}] ready\r\n`);
}

function listResponse(folders: readonly Folder[], name: string, pattern: string): string {
  const wanted = folders.filter(
    (folder) => /[*%]/.test(pattern) || folder.name.toUpperCase() === pattern.toUpperCase(),
  );
  return wanted
    .map(({ name: path, specialUse }) => {
      const flags =
        name === 'LIST' && specialUse ? `\\HasNoChildren ${specialUse}` : '\\HasNoChildren';
      return `* ${name} (${flags}) "/" "${path}"\r\n`;
    })
    .join('');
}

function statusOf({ name, mails, uidValidity, nextUid }: Folder): string {
  const unseen = mails.filter(({ flags }) => !flags.has('\\Seen')).length;
  return `* STATUS "${name}" (MESSAGES ${mails.length} UNSEEN ${unseen} UIDVALIDITY ${uidValidity} UIDNEXT ${nextUid})\r\n`;
}

function selectResponse({ mails, uidValidity, nextUid }: Folder): string {
  return (
    `* FLAGS (\\Seen \\Deleted)\r\n* ${mails.length} EXISTS\r\n* 0 RECENT\r\n` +
    `* OK [UIDVALIDITY ${uidValidity}] v\r\n* OK [UIDNEXT ${nextUid}] n\r\n`
  );
}

/** Supports searches by UID or sequence number. */
function searchUids(folder: Folder | undefined, criteria: string): number[] {
  const [, set] = /\bUID (\S+)/i.exec(criteria) ?? [];
  if (set !== undefined) return mailsInSet(folder?.mails ?? [], set).map(({ uid }) => uid);
  const range = /(\d+):(\d+|\*)/.exec(criteria);
  const first = Number(range?.[1] ?? 1);
  const last =
    range?.[2] === undefined || range[2] === '*' ? Number.MAX_SAFE_INTEGER : Number(range[2]);
  return (folder?.mails ?? []).slice(first - 1, last).map(({ uid }) => uid);
}

/** Supports only adding flags. */
function storeFlags(folder: Folder | undefined, rest: string): string {
  const [, set = '', flags = ''] = /^(\S+) \+FLAGS(?:\.SILENT)? \(([^)]*)\)/i.exec(rest) ?? [];
  const mails = mailsInSet(folder?.mails ?? [], set);
  for (const mail of mails) for (const flag of flags.split(' ')) mail.flags.add(flag);
  return '';
}

function expunge(folder: Folder | undefined): string {
  let lines = '';
  for (let place = (folder?.mails.length ?? 0) - 1; place >= 0; place -= 1) {
    if (!folder?.mails[place]?.flags.has('\\Deleted')) continue;
    folder.mails.splice(place, 1);
    lines += `* ${place + 1} EXPUNGE\r\n`;
  }
  return lines;
}

function mailsInSet(mails: readonly StoredMail[], set: string): StoredMail[] {
  const ranges = set.split(',').map((one) => {
    const [from = '0', to = from] = one.split(':');
    return { from: Number(from), to: to === '*' ? Number.MAX_SAFE_INTEGER : Number(to) };
  });
  return mails.filter(({ uid }) => ranges.some(({ from, to }) => uid >= from && uid <= to));
}
