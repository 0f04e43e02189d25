import { rmSync } from 'node:fs';
import { Agent, get, type IncomingHttpHeaders } from 'node:http';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { generatedKeyPath } from '../../src/platform/encryption/key-file.ts';
import { createBrowser } from '../browser.ts';
import { newAddress, signUpBody } from '../people.ts';
import {
  launchProcess,
  runToEnd,
  type ServerProcess,
  startServerProcess,
  startWorkerProcess,
} from '../server-process.ts';
import { freshDatabaseUrl, newDataDir, testMasterKey } from '../test-database.ts';
import { createTestMailbox } from '../test-mailbox.ts';

let env: Record<string, string>;
const running: Pick<ServerProcess, 'end'>[] = [];

beforeEach(async () => {
  env = {
    DATA_DIR: newDataDir(),
    DATABASE_URL: (await freshDatabaseUrl()) ?? '',
  };
});
afterEach(async () => {
  await Promise.all(running.splice(0).map((one) => one.end('SIGKILL')));
  rmSync(env.DATA_DIR ?? '', { recursive: true, force: true });
});

interface Readiness {
  status: number;
  reasons: string[];
}

async function readReadiness(url: string): Promise<Readiness> {
  const answer = await fetch(`${url}/api/ready`);
  const body = (await answer.json()) as { error?: { facts?: { reasons?: string[] } } };
  return { status: answer.status, reasons: body.error?.facts?.reasons ?? [] };
}

/** Reuses one connection, as a reverse proxy does. */
function requestOver(
  agent: Agent,
  url: string,
): Promise<{ status?: number; headers: IncomingHttpHeaders }> {
  return new Promise((resolve, reject) => {
    const request = get(url, { agent }, (answer) => {
      answer
        .resume()
        .on('end', () => resolve({ status: answer.statusCode, headers: answer.headers }));
    });
    request.on('error', reject);
  });
}

const countOf = (text: string, word: string) => text.split(word).length - 1;

describe('a server', () => {
  it('is ready only while jobs run and the database is available, and logs an outage once', async () => {
    const gate = createTcpGate(new URL(env.DATABASE_URL ?? ''));
    const port = await gate.reservePort();
    const behindGate = (env.DATABASE_URL ?? '').replace(/:\d+\//, `:${port}/`);
    const server = await startServerProcess({ ...env, DATABASE_URL: behindGate });
    running.push(server);
    expect(await readReadiness(server.url)).toEqual({
      status: 503,
      reasons: ['starting', 'database'],
    });
    const browser = createBrowser(server.url);
    expect(await browser.checkSetup()).toMatchObject({
      status: 'setup_required',
      errors: ['database_unreachable'],
    });
    const email = newAddress();
    await expect(browser.signUp({ body: signUpBody(email) })).rejects.toMatchObject({
      status: 503,
      code: 'database_unavailable',
    });
    await gate.open(port);
    await expect.poll(() => readReadiness(server.url)).toEqual({ status: 200, reasons: [] });
    expect(await browser.checkSetup()).toMatchObject({ status: 'ready' });
    await browser.signUp({ body: signUpBody(email) });
    expect(await createTestMailbox(server.url).latest(email)).toBeTruthy();
    await expect.poll(server.output).toContain('outage_ended');

    await gate.close();
    await expect.poll(async () => (await readReadiness(server.url)).reasons).toContain('database');
    expect((await fetch(`${server.url}/api/live`)).status).toBe(200);
    for (let call = 0; call < 10; call += 1) await fetch(`${server.url}/api/session`);
    await gate.open(port);
    await expect.poll(() => readReadiness(server.url)).toEqual({ status: 200, reasons: [] });
    await expect.poll(() => countOf(server.output(), 'code=outage_ended')).toBe(2);
    const log = server.output();
    expect(countOf(log, 'code=outage_started')).toBe(2);
    expect(log).not.toContain('code=job_queue_failed');
    expect(log).not.toContain('code=request_failed');
    expect(log).not.toContain('code=rate_limits_in_memory');
    expect(log).toMatch(/code=outage_ended dependency=database seconds=[\d.]+ calls=\d+/);
    await gate.close();
  });

  it('is not ready after SIGTERM but still answers, and logs JSON in production', async () => {
    const server = launchProcess('serve', {
      ...env,
      NODE_ENV: 'production',
      LOG_LEVEL: 'info',
      PUBLIC_URL: 'https://zavet.example',
      SMTP_URL: 'smtp://mail:geheim-4711@127.0.0.1:9',
      SUPPORT_EMAIL: 'support@zavet.example',
      MASTER_KEY_FILE: generatedKeyPath(env.DATA_DIR ?? ''),
    });
    running.push(server);
    await server.waitForOutput(/server_ready/);
    const [, port] = /"port":(\d+)/.exec(server.output()) ?? [];
    const url = `http://127.0.0.1:${port}`;
    const agent = new Agent({ keepAlive: true });
    const before = await requestOver(agent, `${url}/api/version`);
    expect([before.status, before.headers.connection]).toEqual([200, 'keep-alive']);
    const ended = server.end('SIGTERM');
    await expect.poll(() => readReadiness(url)).toEqual({ status: 503, reasons: ['stopping'] });
    const after = await requestOver(agent, `${url}/api/version`);
    expect([after.status, after.headers.connection]).toEqual([200, 'close']);
    expect(await ended).toBe(0);
    agent.destroy();
    const lines = server.output().trim().split('\n');
    const log = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
    for (const line of log) {
      expect(line).toMatchObject({
        pid: expect.any(Number),
        host: expect.any(String),
        version: expect.stringMatching(/^\d+\.\d+\.\d+/),
        code: expect.stringMatching(/^[a-z]+(_[a-z]+)+$/),
      });
    }
    expect(log[0]).toMatchObject({
      code: 'process_starting',
      role: 'server',
      node: process.version,
      database: 'configured',
      mail: 'smtp',
      metrics: 'off',
    });
    expect(log.map(({ code }) => code)).toEqual(
      expect.arrayContaining(['server_listening', 'server_ready', 'server_stopping']),
    );
    expect(server.output()).not.toContain('geheim-4711');
    expect(server.output()).not.toContain(testMasterKey);
  });
});

async function waitForMetricsPort({ output }: Pick<ServerProcess, 'output'>): Promise<string> {
  const pattern = /code=metrics_listening port=(\d+)/;
  await expect.poll(output).toMatch(pattern);
  return pattern.exec(output())?.[1] ?? '';
}

describe('a worker', () => {
  it('with METRICS_PORT serves liveness, readiness and metrics with a token, and nothing else', async () => {
    const token = 'a-token-for-the-monitor';
    const worker = await startWorkerProcess({ ...env, METRICS_PORT: '0', METRICS_TOKEN: token });
    running.push(worker);
    const port = await waitForMetricsPort(worker);
    const url = `http://127.0.0.1:${port}`;
    const headers = { authorization: `Bearer ${token}` };
    expect((await fetch(`${url}/api/live`)).status).toBe(200);
    await expect.poll(() => readReadiness(url)).toEqual({ status: 200, reasons: [] });
    expect((await fetch(`${url}/metrics`)).status).toBe(404);
    const metrics = await (await fetch(`${url}/metrics`, { headers })).text();
    expect(metrics).toContain('zavet_not_ready{reason="queue"} 0');
    expect(metrics).toMatch(/^zavet_database_connections\{pool="general",state="idle"\} \d+$/m);
    for (const path of ['/', '/api/version', '/api/session', '/metrics/']) {
      expect((await fetch(`${url}${path}`, { headers })).status).toBe(404);
    }
    expect((await fetch(`${url}/metrics`, { method: 'POST', headers })).status).toBe(404);

    const conflictingEnv = { ...env, DATA_DIR: newDataDir(), METRICS_PORT: port };
    const { code, output } = await runToEnd('serve', conflictingEnv);
    expect([code, output]).toEqual([75, `METRICS_PORT ${port} is taken by another program.\n`]);
    expect(await worker.end('SIGTERM')).toBe(0);
  });
});

/** A TCP proxy to a server; nothing listens on its port while it is closed. */
function createTcpGate(target: URL) {
  const sockets = new Set<Socket>();
  let server: Server | undefined;

  const listen = (port: number): Promise<Server> =>
    new Promise((resolve, reject) => {
      const listening = createServer((incoming) => {
        const outgoing = connect(Number(target.port), target.hostname);
        for (const socket of [incoming, outgoing]) {
          sockets.add(socket);
          socket.on('error', () => socket.destroy());
        }
        incoming.pipe(outgoing).pipe(incoming);
      });
      listening.once('error', reject);
      listening.listen(port, 'localhost', () => resolve(listening));
    });

  return {
    reservePort: async (): Promise<number> => {
      const probe = await listen(0);
      const address = probe.address();
      await new Promise((done) => probe.close(done));
      if (!address || typeof address === 'string') throw new Error('no port');
      return address.port;
    },
    open: async (port: number): Promise<void> => {
      server = await listen(port);
    },
    close: async (): Promise<void> => {
      for (const socket of sockets) socket.destroy();
      await new Promise((done) => server?.close(done));
    },
  };
}
