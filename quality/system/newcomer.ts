import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { makeCertificate } from '@zavet/imap-stand-in/certificate';
import { type SmtpStandIn, startSmtpStandIn } from '@zavet/smtp-stand-in/stand-in';
import { pdfOf } from '../bench/vault.ts';
import { authority, type BareDebian, startBareDebian } from './bare-debian.ts';
import { isFree, must } from './loopback.ts';
import { instructionOf, type ProxiedOwner, proxiedOwner } from './proxied-person.ts';
import { host } from './reverse-proxies.ts';

type Say = (line: string) => void;

const page = 'docs/operations.md';
/** Others may fail on a machine that is none: they look for disks and networks of their own. */
const ourUnits = "'zavet*' 'postgresql*' 'nginx*' 'prometheus*'";
const onLoopback = / (127\.\d+\.\d+\.\d+|\[::1\]):\d+ /;
/** The machine shares the network of this one. */
const usedPorts = [80, 443, 3000, 3001, 5432, 9090, 9093];

/**
 * Somebody with a bare Debian and the page alone: every block of its first section is run as it
 * stands there. What a reader does by hand is done by hand: the name, the mail server, and the
 * certificate, which here comes from an authority of this trial.
 */
export async function newcomer(say: Say): Promise<void> {
  await portsAreFree();
  const mail = await startSmtpStandIn();
  const parent = mkdtempSync(join(tmpdir(), 'zavet-package-'));
  let machine: BareDebian | undefined;
  try {
    const archive = pack(parent);
    machine = await startBareDebian();
    machine.bring(archive);
    const certificate = makeCertificate([host]);
    const began = performance.now();
    for (const { step, title, lines } of stepsOn(page)) {
      await runStep(machine, lines, certificate);
      if (step === 2) writeSettings(machine, mail);
      say(`step ${step}, ${title}: ${lines.length} lines`);
    }
    say(`all of it in ${((performance.now() - began) / 1_000).toFixed(0)} s`);
    const proxy = { port: 443, ca: certificate.cert };
    const owner = await proxiedOwner(proxy, mail);
    await worksFor(owner, machine, say);
    await isWatched(machine, say);
    await isClosed(machine, say);
    await survivesPowerOff(owner, machine, say);
  } catch (error) {
    if (machine) say(await machine.run('journalctl --no-pager -n 40'));
    throw error;
  } finally {
    await machine?.remove();
    await mail.stop();
    rmSync(parent, { recursive: true, force: true });
  }
}

async function portsAreFree(): Promise<void> {
  for (const port of usedPorts) {
    must(`port ${port} is free on all addresses of this machine`, await isFree(port));
  }
}

function pack(parent: string): string {
  execFileSync(process.execPath, ['scripts/package.mjs', parent], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const archive = join(parent, 'zavet-1.0.0.tar');
  execFileSync('tar', ['-cf', archive, '-C', parent, 'zavet-1.0.0']);
  return archive;
}

interface Step {
  step: number;
  title: string;
  lines: string[];
}

function stepsOn(file: string): Step[] {
  const text = readFileSync(file, 'utf8');
  const section = /^## From nothing to a server\n(.*?)^\*\*A container\*\*/ms.exec(text)?.[1] ?? '';
  const steps = section.split(/^\*\*(?=\d+\. )/m).slice(1);
  must('the page has all nine steps', steps.length === 9);
  return steps.map((part) => {
    const [, step = '', title = ''] = /^(\d+)\. ([^*.,]+)/.exec(part) ?? [];
    const blocks = [...part.matchAll(/^```\n(.*?)^```/gms)].map(([, block = '']) => block);
    return {
      step: Number(step),
      title,
      lines: blocks.flatMap((block) => block.trim().split('\n')),
    };
  });
}

async function runStep(
  machine: BareDebian,
  lines: string[],
  certificate: ReturnType<typeof makeCertificate>,
): Promise<void> {
  const mine = lines.map((line) => line.replaceAll('zavet.example.org', host));
  const certbot = mine.findIndex((line) => line.startsWith('certbot '));
  if (certbot < 0) return void (await machine.run(mine.join('\n')));
  await machine.run(mine.slice(0, certbot).join('\n'));
  const live = `/etc/letsencrypt/live/${host}`;
  await machine.run(`install -d -m 0700 ${live}`);
  machine.write(authority, certificate.cert);
  machine.write(`${live}/fullchain.pem`, certificate.cert);
  machine.write(`${live}/privkey.pem`, certificate.key);
  await machine.run(mine.slice(certbot + 1).join('\n'));
}

/** What the page leaves to the reader's editor. */
function writeSettings(machine: BareDebian, mail: SmtpStandIn): void {
  const file = '/etc/zavet/zavet.env';
  const text = machine
    .read(file)
    .replaceAll('zavet.example.org', host)
    .replace(/^SMTP_URL=.*$/m, `SMTP_URL=${mail.url}?ignoreTLS=true`)
    .replace(/^SUPPORT_EMAIL=.*$/m, 'SUPPORT_EMAIL=support@far.test');
  machine.write(file, text);
  machine.write('/etc/hosts', `127.0.0.1 localhost ${host}\n`);
}

async function worksFor(owner: ProxiedOwner, machine: BareDebian, say: Say): Promise<void> {
  const { id } = await owner.createInstruction({ body: instructionOf(owner) });
  const attached = await owner.send(`/api/instructions/${id}/files`, {
    method: 'POST',
    headers: { 'content-type': 'application/octet-stream', 'x-file-name': 'will.pdf' },
    body: new Blob([pdfOf(2_000_000)]),
  });
  must('a file is taken', attached.ok);
  const asked = `curl -s -o /dev/null -w '%{http_code} %{redirect_url}' http://${host}/welcome`;
  const redirected = await machine.run(asked);
  must(`plain HTTP leads to TLS: ${redirected}`, redirected === `308 https://${host}/welcome`);
  await machine.run('systemctl start zavet-backup.service');
  const backups = (await machine.run('ls /var/backups/zavet')).trim().split('\n');
  must('a second backup lies beside the first', backups.length === 2);
  await machine.run(`zavet backup verify /var/backups/zavet/${backups[1]}`);
  const failed = (
    await machine.run(`systemctl list-units --failed --plain --no-legend ${ourUnits}`)
  ).trim();
  must(`no unit has failed: ${failed}`, failed === '');
  say(
    'signed up by mail over TLS, named a contact, wrote, attached a file; two backups, the second one verified',
  );
}

/** Prometheus sees both servers, and knows all alerts. */
async function isWatched(machine: BareDebian, say: Say): Promise<void> {
  const ask = async <Data>(path: string) => {
    const response = await fetch(`http://127.0.0.1:9090/api/v1/${path}`);
    return ((await response.json()) as { data: Data }).data;
  };
  const query = encodeURIComponent('up{job="zavet"} == 1');
  for (let tries = 0; ; tries += 1) {
    const { result } = await ask<{ result: unknown[] }>(`query?query=${query}`);
    if (result.length === 2) break;
    must('Prometheus sees both servers within a minute', tries < 120);
    await pause(500);
  }
  const { groups } = await ask<{ groups: { rules: unknown[] }[] }>('rules');
  const rules = groups.flatMap((group) => group.rules).length;
  const alerts = machine.read('/etc/prometheus/alerts.yml').match(/^ +- alert:/gm)?.length ?? 0;
  must('every alert is loaded', alerts > 0 && rules === alerts);
  const found = await ask<{ activeAlertmanagers: unknown[] }>('alertmanagers');
  must('the Alertmanager is there', found.activeAlertmanagers.length === 1);
  say(`Prometheus reads both servers, ${rules} alerts, Alertmanager`);
}

/** Those who are elsewhere reach nothing but the proxy. */
async function isClosed(machine: BareDebian, say: Say): Promise<void> {
  const listeners = (await machine.run('ss -Hltnp')).split('\n');
  // Those of the machine that it shares the network with have no owner here.
  const open = listeners.filter((line) => line.includes('users:') && !onLoopback.test(line));
  const strange = open.filter((line) => !/:(80|443) .*"nginx"/.test(line));
  must(`nobody else listens to the world: ${strange}`, open.length > 0 && strange.length === 0);
  say(`${open.length} ports are open to the world, all of nginx`);
}

async function survivesPowerOff(owner: ProxiedOwner, machine: BareDebian, say: Say): Promise<void> {
  await machine.reboot();
  const began = performance.now();
  for (;;) {
    const answer = await owner.send('/api/ready', {}).catch(() => undefined);
    if (answer?.status === 200) break;
    must('it is back within a minute', performance.now() - began < 60_000);
    await pause(200);
  }
  const { instructions } = await owner.listInstructions({ query: {} });
  must('everything is there after a restart of the machine', instructions.length === 1);
  const doctor = await machine.run('zavet doctor || true');
  must(
    `the doctor finds nothing wrong:\n${doctor}`,
    !/^wrong/m.test(doctor) && doctor.includes('Nothing is wrong'),
  );
  say(
    `switched off and on: back ${((performance.now() - began) / 1_000).toFixed(1)} s after the boot`,
  );
}
