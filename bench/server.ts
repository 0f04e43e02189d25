import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Client, createClient } from '@zavet/contract/client';
import { endpoints } from '@zavet/contract/endpoints';

export interface BenchServer {
  /** A caller from a new address, as the proxy in front would name it. */
  client(): Client;
  stop(): Promise<void>;
}

/** The real server in a process of its own, on a fresh embedded database. */
export async function startServer(): Promise<BenchServer> {
  const dataDir = mkdtempSync(join(tmpdir(), 'zavet-bench-'));
  const server = spawn(process.execPath, ['--import', 'tsx', 'apps/server/src/start/serve.ts'], {
    env: {
      ...process.env,
      PORT: '0',
      DATA_DIR: dataDir,
      DATABASE_URL: '',
      LOG_LEVEL: 'silent',
      TRUSTED_PROXIES: '127.0.0.1,::1',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const url = await addressIn(server.stdout);
  let callers = 0;
  return {
    client: () => {
      const address = `10.${(callers >> 16) & 255}.${(callers >> 8) & 255}.${callers++ & 255}`;
      return createClient(endpoints, (path, init) =>
        fetch(`${url}${path}`, {
          ...init,
          headers: { ...(init.headers as object), 'x-forwarded-for': address },
        }),
      );
    },
    stop: async () => {
      server.kill('SIGTERM');
      await once(server, 'close');
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

async function addressIn(output: AsyncIterable<Buffer>): Promise<string> {
  let text = '';
  for await (const chunk of output) {
    text += chunk.toString();
    const [url] = /http:\/\/localhost:\d+/.exec(text) ?? [];
    if (url) return url;
  }
  throw new Error(`The server did not start: ${text}`);
}
