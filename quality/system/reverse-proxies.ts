import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { makeCertificate } from '@zavet/imap-stand-in/certificate';
import { installIfMissing } from '@zavet/postgres-stand-in/debian-packages';
import { freePort, waitForListener } from './trial.ts';

export interface ReverseProxy {
  name: string;
  port: number;
  /** The certificate to trust. */
  ca: string;
  stop(): Promise<void>;
}

export const host = 'zavet.example';

/** Debian's nginx in front of two servers, with the shipped configuration. */
export async function startNginx(serverPorts: readonly number[]): Promise<ReverseProxy> {
  const program = '/usr/sbin/nginx';
  installIfMissing({ nginx: program });
  const folder = await prepareFolder();
  const site = adaptShippedFile('nginx.conf', {
    ...replacementsFor(serverPorts),
    [`/etc/letsencrypt/live/${host}/fullchain.pem`]: folder.at('ssl/certificate.pem'),
    [`/etc/letsencrypt/live/${host}/privkey.pem`]: folder.at('ssl/key.pem'),
    'listen 80;': `listen 127.0.0.1:${folder.plainPort};`,
    'listen 443 ssl': `listen 127.0.0.1:${folder.port} ssl`,
  });
  // Replaces Debian's main configuration, which includes the site.
  writeFileSync(
    folder.at('nginx.conf'),
    `user root;
daemon off;
pid ${folder.at('nginx.pid')};
error_log ${folder.at('error.log')};
worker_processes 2;
events { worker_connections 768; }
http {
access_log off;
client_body_temp_path ${folder.at('body')};
proxy_temp_path ${folder.at('proxy')};
fastcgi_temp_path ${folder.at('fastcgi')};
uwsgi_temp_path ${folder.at('uwsgi')};
scgi_temp_path ${folder.at('scgi')};
${site}
}
`,
  );
  const args = ['-c', folder.at('nginx.conf'), '-e', folder.at('error.log')];
  return waitForProxy('nginx', folder, spawn(program, args, { stdio: 'ignore' }), 'SIGQUIT');
}

/** Debian's Caddy in front of two servers, with the shipped configuration. */
export async function startCaddy(serverPorts: readonly number[]): Promise<ReverseProxy> {
  const program = '/usr/bin/caddy';
  installIfMissing({ caddy: program });
  const folder = await prepareFolder();
  const tls = `tls ${folder.at('ssl/certificate.pem')} ${folder.at('ssl/key.pem')}`;
  const site = adaptShippedFile('Caddyfile', {
    ...replacementsFor(serverPorts),
    [`${host} {`]: `${host} {\n\t${tls}`,
  });
  const ports = `http_port ${folder.plainPort}\n\thttps_port ${folder.port}`;
  const options = `{\n\tadmin off\n\t${ports}\n\tdefault_bind 127.0.0.1\n}\n`;
  writeFileSync(folder.at('Caddyfile'), options + site);
  const child = spawn(
    program,
    ['run', '--config', folder.at('Caddyfile'), '--adapter', 'caddyfile'],
    {
      stdio: 'ignore',
      env: { ...process.env, HOME: folder.folder, XDG_DATA_HOME: folder.at('data') },
    },
  );
  return waitForProxy('Caddy', folder, child, 'SIGTERM');
}

type ProxyFolder = Awaited<ReturnType<typeof prepareFolder>>;

async function prepareFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'zavet-proxy-'));
  chmodSync(folder, 0o755);
  const at = (name: string) => join(folder, name);
  const { cert, key } = makeCertificate([host]);
  mkdirSync(at('ssl'));
  writeFileSync(at('ssl/certificate.pem'), cert);
  writeFileSync(at('ssl/key.pem'), key, { mode: 0o600 });
  return { folder, at, ca: cert, port: await freePort(), plainPort: await freePort() };
}

function replacementsFor([first, second]: readonly number[]): Record<string, string> {
  return {
    'zavet.example.org': host,
    '127.0.0.1:3000': `127.0.0.1:${first}`,
    '127.0.0.1:3001': `127.0.0.1:${second}`,
  };
}

/** Reads a shipped file and makes replacements; each key must occur in it. */
function adaptShippedFile(name: string, replacements: Record<string, string>): string {
  const path = fileURLToPath(new URL(`../../packaging/proxy/${name}`, import.meta.url));
  return Object.entries(replacements).reduce(
    (text, [from, to]) => {
      if (!text.includes(from)) throw new Error(`${name} no longer contains ${from}`);
      return text.replaceAll(from, to);
    },
    readFileSync(path, 'utf8'),
  );
}

async function waitForProxy(
  name: string,
  { folder, port, ca }: ProxyFolder,
  child: ChildProcess,
  stopSignal: NodeJS.Signals,
): Promise<ReverseProxy> {
  await waitForListener(port);
  return {
    name,
    port,
    ca,
    stop: async () => {
      if (child.exitCode === null) {
        const ended = once(child, 'exit');
        child.kill(stopSignal);
        await ended;
      }
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
