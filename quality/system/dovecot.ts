import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeCertificate } from '@zavet/imap-stand-in/certificate';
import { installIfMissing } from '@zavet/postgres-stand-in/debian-packages';
import { waitForListener } from './trial.ts';

export interface Dovecot {
  port: number;
  user: string;
  /** The folder of the inbox, into which other programs may deliver. */
  maildir: string;
  /** The file of the certificate to trust. */
  caFile: string;
  /** Writes mails into a folder directly, before the server has indexed it. */
  fill(folder: 'INBOX' | 'Spam', mails: Iterable<Buffer>): void;
  setPassword(password: string): void;
  start(): Promise<void>;
  /** Kills all processes, as a power failure does. */
  kill(): Promise<void>;
  /** Makes the server assign new UIDs to all mails. */
  resetUids(): void;
  /** The files of the inbox, whose names contain the flags. */
  fileNames(): string[];
  /** The sources of all mails in the inbox. */
  mails(): string[];
  remove(): Promise<void>;
}

/** The unprivileged owner of the mails. */
const mailUser = 65_534;
const program = '/usr/sbin/dovecot';

/** Debian's dovecot on loopback, in its own folder. Needs root. */
export function prepareDovecot(port = 31_993): Dovecot {
  installIfMissing({ 'dovecot-imapd': '/usr/lib/dovecot/imap' });
  const folder = mkdtempSync(join(tmpdir(), 'zavet-dovecot-'));
  const at = (...names: string[]) => join(folder, ...names);
  const { cert, key } = makeCertificate();
  writeFileSync(at('cert.pem'), cert);
  writeFileSync(at('key.pem'), key, { mode: 0o600 });
  const home = at('home');
  const user = 'owner@mail.example';
  const mailboxes = { INBOX: join(home, 'Maildir'), Spam: join(home, 'Maildir', '.Spam') };
  for (const box of Object.values(mailboxes)) {
    for (const part of ['cur', 'new', 'tmp']) mkdirSync(join(box, part), { recursive: true });
  }
  chmodSync(folder, 0o755);
  writeFileSync(at('dovecot.conf'), configuration(folder, port));
  let running: ChildProcess | undefined;
  const setMailOwner = () => void execFileSync('chown', ['-R', `${mailUser}:${mailUser}`, home]);
  const kill = async () => {
    if (!running || running.exitCode !== null) return;
    const ended = once(running, 'exit');
    // Kills the process group with all children.
    process.kill(-(running.pid ?? 0), 'SIGKILL');
    await ended;
    rmSync(at('run'), { recursive: true, force: true });
  };
  setMailOwner();
  return {
    port,
    user,
    maildir: mailboxes.INBOX,
    caFile: at('cert.pem'),
    fill: (name, mails) => {
      let place = 0;
      for (const mail of mails) {
        place += 1;
        const file = join(
          mailboxes[name],
          'cur',
          `${1_700_000_000 + place}.M${place}.trial,S=${mail.length}:2,`,
        );
        writeFileSync(file, mail);
        chownSync(file, mailUser, mailUser);
      }
    },
    setPassword: (password) =>
      writeFileSync(
        at('users'),
        `${user}:{PLAIN}${password}:${mailUser}:${mailUser}::${home}::\n`,
        {
          mode: 0o644,
        },
      ),
    start: async () => {
      setMailOwner();
      running = spawn(program, ['-F', '-c', at('dovecot.conf')], {
        stdio: 'ignore',
        detached: true,
      });
      await waitForListener(port);
    },
    kill,
    resetUids: () => {
      for (const name of readdirSync(mailboxes.INBOX)) {
        if (name.startsWith('dovecot')) rmSync(join(mailboxes.INBOX, name), { recursive: true });
      }
    },
    fileNames: () => readdirSync(join(mailboxes.INBOX, 'cur')).sort(),
    mails: () =>
      ['cur', 'new'].flatMap((part) =>
        readdirSync(join(mailboxes.INBOX, part)).map((name) =>
          readFileSync(join(mailboxes.INBOX, part, name), 'utf8'),
        ),
      ),
    remove: async () => {
      await kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function configuration(folder: string, port: number): string {
  return `
base_dir = ${folder}/run
state_dir = ${folder}/run
log_path = ${folder}/dovecot.log
instance_name = zavet-trial
protocols = imap
listen = 127.0.0.1
ssl = required
ssl_cert = <${folder}/cert.pem
ssl_key = <${folder}/key.pem
mail_location = maildir:~/Maildir
first_valid_uid = 1
auth_failure_delay = 0
service imap-login {
  inet_listener imap {
    port = 0
  }
  inet_listener imaps {
    port = ${port}
    ssl = yes
  }
}
service anvil {
  # Disables the delay for all clients of this machine after a refused password.
  unix_listener anvil-auth-penalty {
    mode = 0
  }
}
passdb {
  driver = passwd-file
  args = ${folder}/users
}
userdb {
  driver = passwd-file
  args = ${folder}/users
}
namespace inbox {
  inbox = yes
  separator = .
  mailbox Spam {
    special_use = \\Junk
  }
}
`;
}
