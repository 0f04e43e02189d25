import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { makeCertificate } from '@zavet/imap-stand-in/certificate';
import { installIfMissing } from '@zavet/postgres-stand-in/debian-packages';
import { freePort, listening } from './trial.ts';

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
  const place = await prepare();
  const site = shipped('nginx.conf', {
    ...replacementsFor(serverPorts),
    [`/etc/letsencrypt/live/${host}/fullchain.pem`]: place.at('ssl/certificate.pem'),
    [`/etc/letsencrypt/live/${host}/privkey.pem`]: place.at('ssl/key.pem'),
    'listen 80;': `listen 127.0.0.1:${place.plainPort};`,
    'listen 443 ssl': `listen 127.0.0.1:${place.port} ssl`,
  });
  // The surroundings from Debian's own configuration, in another folder.
  writeFileSync(
    place.at('nginx.conf'),
    `user root;
daemon off;
pid ${place.at('nginx.pid')};
error_log ${place.at('error.log')};
worker_processes 2;
events { worker_connections 768; }
http {
access_log off;
client_body_temp_path ${place.at('body')};
proxy_temp_path ${place.at('proxy')};
fastcgi_temp_path ${place.at('fastcgi')};
uwsgi_temp_path ${place.at('uwsgi')};
scgi_temp_path ${place.at('scgi')};
${site}
}
`,
  );
  const args = ['-c', place.at('nginx.conf'), '-e', place.at('error.log')];
  return run('nginx', place, spawn(program, args, { stdio: 'ignore' }), 'SIGQUIT');
}

/** Debian's Caddy, likewise. */
export async function startCaddy(serverPorts: readonly number[]): Promise<ReverseProxy> {
  const program = '/usr/bin/caddy';
  installIfMissing({ caddy: program });
  const place = await prepare();
  const tls = `tls ${place.at('ssl/certificate.pem')} ${place.at('ssl/key.pem')}`;
  const site = shipped('Caddyfile', {
    ...replacementsFor(serverPorts),
    [`${host} {`]: `${host} {\n\t${tls}`,
  });
  const ports = `http_port ${place.plainPort}\n\thttps_port ${place.port}`;
  const options = `{\n\tadmin off\n\t${ports}\n\tdefault_bind 127.0.0.1\n}\n`;
  writeFileSync(place.at('Caddyfile'), options + site);
  const child = spawn(
    program,
    ['run', '--config', place.at('Caddyfile'), '--adapter', 'caddyfile'],
    {
      stdio: 'ignore',
      env: { ...process.env, HOME: place.folder, XDG_DATA_HOME: place.at('data') },
    },
  );
  return run('Caddy', place, child, 'SIGTERM');
}

type Place = Awaited<ReturnType<typeof prepare>>;

async function prepare() {
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

/** A shipped file with replacements; each key must occur in it. */
function shipped(name: string, replacements: Record<string, string>): string {
  const path = fileURLToPath(new URL(`../../packaging/proxy/${name}`, import.meta.url));
  return Object.entries(replacements).reduce(
    (text, [from, to]) => {
      if (!text.includes(from)) throw new Error(`${name} no longer contains ${from}`);
      return text.replaceAll(from, to);
    },
    readFileSync(path, 'utf8'),
  );
}

async function run(
  name: string,
  { folder, port, ca }: Place,
  child: ChildProcess,
  stopSignal: NodeJS.Signals,
): Promise<ReverseProxy> {
  await listening(port);
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
