import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { installIfMissing } from '@zavet/postgres-stand-in/debian-packages';
import { waitForListener } from './trial.ts';

export interface Postfix {
  port: number;
  start(): Promise<void>;
  remove(): Promise<void>;
}

interface PostfixOptions {
  port?: number;
  /** Port of the server that receives all mail outside of `domain`. */
  remotePort: number;
  /** All mail to this domain is delivered to `maildir`. */
  domain: string;
  maildir: string;
}

const program = '/usr/sbin/postfix';
/** An unprivileged user, as in `dovecot.ts`. */
const mailUser = 65_534;

/** Debian's postfix on loopback, in its own folder. Needs root. */
export function preparePostfix({
  port = 31_025,
  remotePort,
  domain,
  maildir,
}: PostfixOptions): Postfix {
  installIfMissing({ postfix: '/usr/sbin/postconf' });
  const folder = mkdtempSync(join(tmpdir(), 'zavet-postfix-'));
  const at = (...names: string[]) => join(folder, ...names);
  chmodSync(folder, 0o755);
  for (const name of ['etc', 'queue', 'data']) mkdirSync(at(name));
  execFileSync('chown', ['postfix', at('data')]);
  writeFileSync(at('etc', 'main.cf'), mainSettings(folder, { remotePort, domain, maildir }));
  writeFileSync(at('etc', 'master.cf'), services(port));
  let running: ChildProcess | undefined;
  const stop = async () => {
    if (!running || running.exitCode !== null) return;
    const ended = once(running, 'exit');
    execFileSync(program, ['-c', at('etc'), 'stop'], { stdio: 'ignore' });
    await ended;
  };
  return {
    port,
    start: async () => {
      running = spawn(program, ['-c', at('etc'), 'start-fg'], { stdio: 'ignore' });
      await waitForListener(port);
    },
    remove: async () => {
      await stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Mails expire after seconds instead of days. */
function mainSettings(
  folder: string,
  { remotePort, domain, maildir }: Pick<PostfixOptions, 'remotePort' | 'domain' | 'maildir'>,
): string {
  return `
compatibility_level = 3.6
queue_directory = ${folder}/queue
data_directory = ${folder}/data
myhostname = relay.trial.test
mydestination =
inet_interfaces = loopback-only
inet_protocols = ipv4
mynetworks = 127.0.0.0/8
smtpd_relay_restrictions = permit_mynetworks, reject
default_transport = smtp:[127.0.0.1]:${remotePort}
relay_transport = smtp:[127.0.0.1]:${remotePort}
disable_dns_lookups = yes
virtual_mailbox_domains = ${domain}
virtual_mailbox_base = ${dirname(maildir)}
virtual_mailbox_maps = static:Maildir/
virtual_uid_maps = static:${mailUser}
virtual_gid_maps = static:${mailUser}
virtual_transport = virtual
alias_maps =
alias_database =
local_recipient_maps =
maillog_file =
queue_run_delay = 3s
minimal_backoff_time = 3s
maximal_backoff_time = 5s
maximal_queue_lifetime = 20s
bounce_queue_lifetime = 20s
delay_warning_time = 5s
`;
}

function services(port: number): string {
  const unix = (name: string, command = name, wakeUp = '-', most = '-') =>
    `${name} unix - - n ${wakeUp} ${most} ${command}`;
  return [
    `127.0.0.1:${port} inet n - n - - smtpd`,
    unix('cleanup', 'cleanup', '-', '0').replace('unix -', 'unix n'),
    'pickup unix n - n 60 1 pickup',
    'qmgr unix n - n 5 1 qmgr',
    unix('rewrite', 'trivial-rewrite'),
    unix('bounce', 'bounce', '-', '0'),
    unix('defer', 'bounce', '-', '0'),
    unix('trace', 'bounce', '-', '0'),
    unix('verify', 'verify', '-', '1'),
    'flush unix n - n 1000? 0 flush',
    'proxymap unix - - n - - proxymap',
    unix('smtp'),
    unix('relay', 'smtp'),
    'showq unix n - n - - showq',
    unix('error'),
    unix('retry', 'error'),
    unix('discard'),
    'local unix - n n - - local',
    'virtual unix - n n - - virtual',
    unix('anvil', 'anvil', '-', '1'),
    unix('scache', 'scache', '-', '1'),
    'postlog unix-dgram n - n - 1 postlogd',
    '',
  ].join('\n');
}
