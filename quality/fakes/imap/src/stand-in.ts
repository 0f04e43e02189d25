import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { createServer as createSecureServer } from 'node:tls';
import { makeCertificate } from './certificate.ts';
import { deliver, type Folder, newFolder, renumberMails, type StoredMail } from './folders.ts';
import { type Fault, type ServerState, serveSession } from './session.ts';

export interface ImapStandIn {
  /** Port with implicit TLS; `startTlsPort` starts unencrypted. */
  port: number;
  startTlsPort: number;
  /** The certificate to trust, in PEM. */
  certificate: string;
  user: string;
  password: string;
  /** Names of the received commands. */
  commands: string[];
  deliver(folder: string, source: string | Buffer, isSeen?: boolean): StoredMail;
  folder(name: string): Folder;
  remove(folder: string, uid: number): void;
  removeFolder(name: string): void;
  restoreFolders(folders: Folder[]): void;
  renumberMails(folder: string): void;
  setPassword(password: string): void;
  /** Sets the fault of all sessions until the next call; undefined ends the fault. */
  fail(fault: Fault | undefined): void;
  /** Called before the response to each FETCH. */
  beforeFetch(act: () => Promise<void> | void): void;
  connections(): number;
  stop(): Promise<void>;
  start(): Promise<void>;
}

interface StandInOptions {
  user?: string;
  password?: string;
  /** Additional names in its certificate. */
  names?: readonly string[];
}

export async function startImapStandIn({
  user = 'owner@mail.example',
  password = 'App-password-1',
  names,
}: StandInOptions = {}): Promise<ImapStandIn> {
  const certificate = makeCertificate(names);
  const state: ServerState = {
    ...{ user, password, certificate },
    folders: [newFolder('INBOX'), newFolder('Spam', '\\Junk')],
    commands: [],
    fault: undefined,
    beforeFetch: () => {},
  };
  const sockets = new Set<Socket>();
  const ports = [0, 0];
  let servers: Server[] = [];

  const start = async () => {
    const accept = (isSecure: boolean) => (socket: Socket) => {
      sockets.add(socket.once('close', () => sockets.delete(socket)));
      serveSession(state, socket, isSecure);
    };
    servers = [createSecureServer(certificate, accept(true)), createServer(accept(false))];
    for (const [place, server] of servers.entries()) {
      server.on('tlsClientError', () => {});
      server.listen(ports[place], '127.0.0.1');
      await once(server, 'listening');
      ports[place] = (server.address() as AddressInfo).port;
    }
  };
  const folder = (name: string): Folder => {
    const found = state.folders.find((one) => one.name === name);
    if (!found) throw new Error(`the stand-in has no folder ${name}`);
    return found;
  };
  await start();
  return {
    port: ports[0] ?? 0,
    startTlsPort: ports[1] ?? 0,
    certificate: certificate.cert,
    user,
    password,
    commands: state.commands,
    folder,
    deliver: (name, source, isSeen) => deliver(folder(name), source, isSeen),
    remove: (name, uid) => {
      const { mails } = folder(name);
      mails.splice(
        mails.findIndex((mail) => mail.uid === uid),
        1,
      );
    },
    removeFolder: (name) => {
      state.folders = state.folders.filter((one) => one.name !== name);
    },
    restoreFolders: (folders) => {
      state.folders = folders;
    },
    renumberMails: (name) => renumberMails(folder(name)),
    setPassword: (given) => {
      state.password = given;
    },
    fail: (fault) => {
      state.fault = fault;
    },
    beforeFetch: (act) => {
      state.beforeFetch = act;
    },
    connections: () => sockets.size,
    start,
    stop: async () => {
      for (const socket of sockets) socket.destroy();
      await Promise.all(
        servers.map((server) => new Promise<void>((resolve) => server.close(() => resolve()))),
      );
    },
  };
}
