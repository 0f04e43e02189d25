import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { makeCertificate } from '@zavet/imap-stand-in/certificate';
import { type SmtpStandIn, startSmtpStandIn } from '@zavet/smtp-stand-in/stand-in';
import manifest from '../../package.json' with { type: 'json' };
import { pdfOf } from '../bench/vault.ts';
import { authority, type BareDebian, startBareDebian } from './bare-debian.ts';
import { createProxiedOwner, instructionOf, type ProxiedOwner } from './proxied-person.ts';
import { host } from './reverse-proxies.ts';
import { isFree, type Print, verify, waitFor } from './trial.ts';

const documentationPage = 'docs/operations.md';
/** Units that must not fail; others may fail in a container without its own disks and networks. */
const ourUnits = "'zavet*' 'postgresql*' 'nginx*' 'prometheus*'";
const onLoopback = / (127\.\d+\.\d+\.\d+|\[::1\]):\d+ /;
/** Ports that must be free on this machine, because the container shares its network. */
const usedPorts = [80, 443, 3000, 3001, 5432, 9090, 9093];

/** Maximum number of commands on the page before the first sign-up over TLS. */
const maxCommands = 10;

/**
 * Installs on a bare Debian by the documentation page alone: every block of its first section runs
 * unchanged. Manual steps are simulated: host name, mail server, and a certificate of the trial's own
 * authority.
 */
export async function newcomer(print: Print): Promise<void> {
  await verifyPortsFree();
  const mail = await startSmtpStandIn();
  const parent = mkdtempSync(join(tmpdir(), 'zavet-package-'));
  let machine: BareDebian | undefined;
  try {
    const archive = pack(parent);
    machine = await startBareDebian();
    machine.copyIn(archive);
    const certificate = makeCertificate([host]);
    const [install = [], serve = [], ...more] = readBlocks(documentationPage);
    const startedAt = performance.now();
    await runBlock(machine, install);
    writeSettings(machine, mail);
    await runBlock(machine, serve, certificate);
    for (const port of [3000, 3001]) {
      const ready = `curl -sf -o /dev/null http://127.0.0.1:${port}/api/ready && echo ready || true`;
      const { run } = machine;
      await waitFor('the servers are ready', async () => (await run(ready)).includes('ready'));
    }
    const owner = await createProxiedOwner({ port: 443, ca: certificate.cert }, mail);
    const commands = install.length + serve.length;
    const seconds = (performance.now() - startedAt) / 1_000;
    print(`${commands} commands and ${seconds.toFixed(0)} s to the first sign-up over TLS`);
    verify(`at most ${maxCommands} commands`, commands <= maxCommands);
    for (const block of more) {
      await runBlock(
        machine,
        block.map((line) => line.replace('you@example.org', owner.email)),
      );
    }
    await checkUse(owner, machine, print);
    await checkMonitoring(machine, print);
    await checkOpenPorts(machine, print);
    await checkRollingRestart(owner, machine, print);
    await checkReboot(owner, machine, print);
  } catch (error) {
    if (machine) print(await machine.run('journalctl --no-pager -n 40'));
    throw error;
  } finally {
    await machine?.remove();
    await mail.stop();
    rmSync(parent, { recursive: true, force: true });
  }
}

async function verifyPortsFree(): Promise<void> {
  for (const port of usedPorts) {
    verify(`port ${port} is free on all addresses of this machine`, await isFree(port));
  }
}

function pack(parent: string): string {
  execFileSync(process.execPath, ['scripts/package.mjs', parent], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  return join(parent, `zavet-${manifest.version}.tar.gz`);
}

/** Commands of each code block on the page. */
function readBlocks(file: string): string[][] {
  const text = readFileSync(file, 'utf8');
  const section = /^## Install\n(.*?)^\*\*A container\*\*/ms.exec(text)?.[1] ?? '';
  const blocks = [...section.matchAll(/^```\n(.*?)^```/gms)].map(([, block = '']) =>
    block.trim().split('\n'),
  );
  verify('the page has six blocks', blocks.length === 6);
  return blocks;
}

async function runBlock(
  machine: BareDebian,
  lines: string[],
  certificate?: ReturnType<typeof makeCertificate>,
): Promise<void> {
  const commands = lines.map((line) => line.replaceAll('zavet.example.org', host));
  const certbot = commands.findIndex((line) => line.startsWith('certbot '));
  if (certbot < 0 || !certificate) return void (await machine.run(commands.join('\n')));
  await machine.run(commands.slice(0, certbot).join('\n'));
  const live = `/etc/letsencrypt/live/${host}`;
  await machine.run(`install -d -m 0700 ${live}`);
  machine.write(authority, certificate.cert);
  machine.write(`${live}/fullchain.pem`, certificate.cert);
  machine.write(`${live}/privkey.pem`, certificate.key);
  // Runs as certbot's deploy hook.
  await machine.run('systemctl reload nginx');
  await machine.run(commands.slice(certbot + 1).join('\n'));
}

/** Makes the manual edits that docs/operations.md describes. */
function writeSettings(machine: BareDebian, mail: SmtpStandIn): void {
  const file = '/etc/zavet/zavet.env';
  const text = machine
    .read(file)
    .replaceAll('zavet.example.org', host)
    .replace(/^SMTP_URL=.*$/m, `SMTP_URL=${mail.url}?ignoreTLS=true`)
    .replace(/^SUPPORT_EMAIL=.*$/m, 'SUPPORT_EMAIL=support@far.test')
    .replace(/^OPERATOR=.*$/m, 'OPERATOR="Far Ltd, 1, Test Street 1"');
  machine.write(file, text);
  machine.write('/etc/hosts', `127.0.0.1 localhost ${host}\n`);
}

async function checkUse(owner: ProxiedOwner, machine: BareDebian, print: Print): Promise<void> {
  const { id } = await owner.createInstruction({ body: instructionOf(owner) });
  const attached = await owner.send(`/api/instructions/${id}/files`, {
    method: 'POST',
    headers: { 'content-type': 'application/octet-stream', 'x-file-name': 'will.pdf' },
    body: new Blob([pdfOf(2_000_000)]),
  });
  verify('a file is attached', attached.ok);
  const redirectCheck = `curl -s -o /dev/null -w '%{http_code} %{redirect_url}' http://${host}/welcome`;
  const redirected = await machine.run(redirectCheck);
  verify(
    `plain HTTP redirects to TLS: ${redirected}`,
    redirected === `308 https://${host}/welcome`,
  );
  await machine.run('systemctl start zavet-backup.service');
  const backups = (await machine.run('ls /var/backups/zavet')).trim().split('\n');
  verify('there are two backups', backups.length === 2);
  await machine.run(`zavet backup verify /var/backups/zavet/${backups[1]}`);
  const failed = (
    await machine.run(`systemctl list-units --failed --plain --no-legend ${ourUnits}`)
  ).trim();
  verify(`no unit has failed: ${failed}`, failed === '');
  print(
    'signed up by mail over TLS, added a contact, wrote, attached a file; two backups, the second one verified',
  );
}

/** Prometheus scrapes both servers and has loaded all alerts. */
async function checkMonitoring(machine: BareDebian, print: Print): Promise<void> {
  const ask = async <Data>(path: string) => {
    const response = await fetch(`http://127.0.0.1:9090/api/v1/${path}`);
    return ((await response.json()) as { data: Data }).data;
  };
  const query = encodeURIComponent('up{job="zavet"} == 1');
  for (let tries = 0; ; tries += 1) {
    const { result } = await ask<{ result: unknown[] }>(`query?query=${query}`);
    if (result.length === 2) break;
    verify('Prometheus scrapes both servers within a minute', tries < 120);
    await pause(500);
  }
  const { groups } = await ask<{ groups: { rules: unknown[] }[] }>('rules');
  const rules = groups.flatMap((group) => group.rules).length;
  const alerts = machine.read('/etc/prometheus/alerts.yml').match(/^ +- alert:/gm)?.length ?? 0;
  verify('every alert is loaded', alerts > 0 && rules === alerts);
  const found = await ask<{ activeAlertmanagers: unknown[] }>('alertmanagers');
  verify('the Alertmanager is connected', found.activeAlertmanagers.length === 1);
  print(`Prometheus reads both servers, ${rules} alerts, Alertmanager`);
}

/** Verifies that only the proxy is reachable from outside. */
async function checkOpenPorts(machine: BareDebian, print: Print): Promise<void> {
  const listeners = (await machine.run('ss -Hltnp')).split('\n');
  // Skips listeners of the host, which have no process in the container.
  const open = listeners.filter((line) => line.includes('users:') && !onLoopback.test(line));
  const unexpected = open.filter((line) => !/:(80|443) .*"nginx"/.test(line));
  verify(
    `only nginx is reachable from outside: ${unexpected}`,
    open.length > 0 && unexpected.length === 0,
  );
  print(`${open.length} ports are reachable from outside, all of nginx`);
}

const minCalls = 50_000;

/** Reads and writes continue through the proxy while the shipped script restarts both servers. */
async function checkRollingRestart(
  owner: ProxiedOwner,
  machine: BareDebian,
  print: Print,
): Promise<void> {
  const { instructions } = await owner.listInstructions({ query: {} });
  let isRestarting = true;
  let calls = 0;
  const failures: string[] = [];
  const keepCalling = async () => {
    while (isRestarting) {
      const method = calls % 2 === 0 ? 'POST' : 'GET';
      // This endpoint has no rate limit. A proxy must not repeat a POST.
      const status = await owner.send('/api/live', { method }).then(
        (answer) => answer.status,
        (error: Error) => error.message,
      );
      calls += 1;
      if (typeof status !== 'number' || status >= 500) failures.push(`${method} ${status}`);
    }
  };
  const callers = Array.from({ length: 8 }, keepCalling);
  let restarts = 0;
  for (; calls < minCalls; restarts += 1) await machine.run('/opt/zavet/restart');
  isRestarting = false;
  await Promise.all(callers);
  verify(`no call fails: ${failures.slice(0, 5)}`, failures.length === 0);
  const after = await owner.listInstructions({ query: {} });
  verify('the data is unchanged', after.instructions.length === instructions.length);
  print(`both servers restarted ${restarts} times under ${calls} calls, none failed`);
}

async function checkReboot(owner: ProxiedOwner, machine: BareDebian, print: Print): Promise<void> {
  await machine.reboot();
  const startedAt = performance.now();
  for (;;) {
    const answer = await owner.send('/api/ready', {}).catch(() => undefined);
    if (answer?.status === 200) break;
    verify('it is ready within a minute', performance.now() - startedAt < 60_000);
    await pause(200);
  }
  const { instructions } = await owner.listInstructions({ query: {} });
  verify('the data survives a restart of the machine', instructions.length === 1);
  const doctor = await machine.run('zavet doctor || true');
  verify(
    `the doctor finds nothing wrong:\n${doctor}`,
    !/^wrong/m.test(doctor) && doctor.includes('Nothing is wrong'),
  );
  print(
    `restarted: ready ${((performance.now() - startedAt) / 1_000).toFixed(1)} s after the boot`,
  );
}
