import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { installIfMissing } from '@zavet/postgres-stand-in/debian-packages';

/** A Debian with systemd in a container that shares the network of this machine. */
export interface BareDebian {
  /** Runs shell commands as root and returns their output. Throws if one fails. */
  run(lines: string): Promise<string>;
  /** Copies a file into root's home folder. */
  copyIn(file: string): void;
  write(path: string, content: string): void;
  read(path: string): string;
  reboot(): Promise<void>;
  remove(): Promise<void>;
}

/** Path of the trial's certificate authority. */
export const authority = '/usr/local/share/authority.pem';

const bootTimeoutMs = 60_000;
const environment = {
  PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
  HOME: '/root',
  LANG: 'C.UTF-8',
  DEBIAN_FRONTEND: 'noninteractive',
  // Node trusts the trial's authority like a public one.
  NODE_EXTRA_CA_CERTS: authority,
};

/** Starts a fresh installation without any part of the product. */
export async function startBareDebian(): Promise<BareDebian> {
  installIfMissing({
    debootstrap: '/usr/sbin/debootstrap',
    'systemd-container': '/usr/bin/systemd-nspawn',
  });
  const folder = mkdtempSync(join(tmpdir(), 'zavet-newcomer-'));
  const tree = join(folder, 'debian');
  const included = 'systemd-sysv,dbus,ca-certificates';
  execFileSync('debootstrap', [`--include=${included}`, 'bookworm', tree], { stdio: 'ignore' });
  let machine = await boot(tree);
  const inTree = (path: string) => join(tree, path);
  return {
    run: async (lines) => {
      const args = ['--target', String(machine.leader), '--all', 'bash', '-e'];
      const child = spawn('nsenter', args, { env: environment });
      child.stdin.end(`cd /root\n${lines}`);
      const [output, errors, [code]] = await Promise.all([
        text(child.stdout),
        text(child.stderr),
        once(child, 'close'),
      ]);
      if (code !== 0) throw new Error(`${lines}\n${`${output}${errors}`.slice(-2_000)}`);
      return output;
    },
    copyIn: (file) => cpSync(file, inTree(join('root', file.slice(file.lastIndexOf('/'))))),
    write: (path, content) => writeFileSync(inTree(path), content),
    read: (path) => readFileSync(inTree(path), 'utf8'),
    reboot: async () => {
      await machine.powerOff();
      machine = await boot(tree);
    },
    remove: async () => {
      await machine.powerOff();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

interface Machine {
  /** Process id of the container's init, as seen from the host. */
  leader: number;
  powerOff(): Promise<void>;
}

async function boot(tree: string): Promise<Machine> {
  // Works without a systemd on this machine.
  const bootOptions = ['--register=no', '--keep-unit', '--quiet', '--console=read-only', '--boot'];
  const args = [`--directory=${tree}`, '--machine=zavet-newcomer', ...bootOptions];
  const child = spawn('systemd-nspawn', args, { stdio: 'ignore' });
  const ended = once(child, 'exit');
  const powerOff = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    // On SIGTERM, systemd-nspawn shuts the container down regularly.
    child.kill('SIGTERM');
    await ended;
  };
  try {
    return { leader: await waitForBoot(child.pid ?? 0), powerOff };
  } catch (error) {
    child.kill('SIGKILL');
    throw error;
  }
}

async function waitForBoot(pid: number): Promise<number> {
  const startedAt = performance.now();
  for (;;) {
    const leader = Number(spawnSync('pgrep', ['-P', String(pid)], { encoding: 'utf8' }).stdout);
    if (leader > 0 && existsSync(`/proc/${leader}/root/run/systemd/private`)) {
      const args = [
        '--target',
        String(leader),
        '--all',
        'systemctl',
        'is-system-running',
        '--wait',
      ];
      const { stdout } = spawnSync('nsenter', args, { encoding: 'utf8' });
      if (/^(running|degraded)/.test(stdout)) return leader;
    }
    if (performance.now() - startedAt > bootTimeoutMs)
      throw new Error('the machine does not boot in time');
    await pause(200);
  }
}
