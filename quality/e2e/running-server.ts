import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { createDatabase } from '@zavet/postgres-stand-in/stand-in';
import runOptions from '../../apps/server/run-options.json' with { type: 'json' };
import { timeouts } from './timeouts.ts';

const project = fileURLToPath(new URL('../..', import.meta.url));
const entries = 'apps/server/dist/current';

/** A server process with its own port and data. */
export class RunningServer {
  readonly url: string;
  readonly #port: number;
  readonly #dataFolder: string;
  #extra: Record<string, string>;
  #process: ChildProcess | undefined;
  #output: string[] = [];

  /** Starts on a copy of the prepared database. `extra` are additional environment variables. */
  static async start(extra: Record<string, string> = {}): Promise<RunningServer> {
    const { PREPARED_FOLDER = '', PREPARED_DATABASE, POSTGRES_SERVER = '' } = process.env;
    const dataFolder = await mkdtemp(join(tmpdir(), 'zavet-journey-'));
    await cp(PREPARED_FOLDER, dataFolder, { recursive: true });
    const name = `journey_${randomUUID().replaceAll('-', '')}`;
    const DATABASE_URL = await createDatabase(POSTGRES_SERVER, name, PREPARED_DATABASE);
    return RunningServer.#startOn(dataFolder, { DATABASE_URL, ...extra });
  }

  /** Starts on an empty folder with the embedded database. */
  static async startEmbedded(): Promise<RunningServer> {
    return RunningServer.#startOn(await mkdtemp(join(tmpdir(), 'zavet-journey-')), {});
  }

  static async #startOn(dataFolder: string, extra: Record<string, string>): Promise<RunningServer> {
    const server = new RunningServer(await freePort(), dataFolder, extra);
    // The server must not outlive the test process.
    process.once('exit', () => server.#process?.kill('SIGKILL'));
    try {
      await server.#launch();
    } catch (error) {
      await server.stop();
      throw error;
    }
    return server;
  }

  /** Runs a server once to fill an empty folder and an empty database. */
  static async prepare(dataFolder: string, DATABASE_URL: string): Promise<void> {
    const server = new RunningServer(await freePort(), dataFolder, { DATABASE_URL });
    await server.#launch();
    await server.#end('SIGTERM');
  }

  private constructor(port: number, dataFolder: string, extra: Record<string, string>) {
    this.#port = port;
    this.#dataFolder = dataFolder;
    this.#extra = extra;
    this.url = `http://localhost:${port}`;
  }

  /** Everything the server has printed so far. */
  get log(): string {
    return this.#output.join('');
  }

  /** Stops or kills the process and starts it again on the same data, with more settings if given. */
  async restart({
    kill = 'SIGTERM',
    settings = {},
  }: {
    kill?: 'SIGTERM' | 'SIGKILL';
    settings?: Record<string, string>;
  } = {}): Promise<void> {
    await this.#end(kill);
    this.#extra = { ...this.#extra, ...settings };
    await this.#launch();
  }

  /** Runs an administrator's command (`operator add <e-mail>`) and returns its output. */
  async command(name: string, ...commandArgs: string[]): Promise<string> {
    const args = [...runOptions.flags, `${entries}/${name}.js`, ...commandArgs];
    const options = { cwd: project, env: this.#environment(), timeout: timeouts.event };
    return (await promisify(execFile)(process.execPath, args, options)).stdout;
  }

  async stop(): Promise<void> {
    await this.#end('SIGTERM');
    await rm(this.#dataFolder, { recursive: true, force: true });
  }

  async #launch(): Promise<void> {
    const child = spawn(process.execPath, [...runOptions.flags, `${entries}/serve.js`], {
      cwd: project,
      env: this.#environment(),
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.#process = child;
    child.stdout.on('data', (text) => this.#output.push(String(text)));
    child.stderr.on('data', (text) => this.#output.push(String(text)));
    const deadline = performance.now() + timeouts.serverStart;
    while (!(await this.#answers(child))) {
      if (performance.now() > deadline) throw new Error(`The server does not answer:\n${this.log}`);
      await pause(100);
    }
  }

  #environment(): NodeJS.ProcessEnv {
    return {
      // Nothing else is inherited: a developer's own settings must not change a journey.
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      ...runOptions.env,
      PORT: String(this.#port),
      PUBLIC_URL: this.url,
      DATA_DIR: this.#dataFolder,
      LOG_LEVEL: 'info',
      NODE_COMPILE_CACHE: join(tmpdir(), 'zavet-compile-cache'),
      // Each test uses its own network address, so that tests do not share rate limits.
      TRUSTED_PROXIES: '127.0.0.1,::1',
      ...this.#extra,
    };
  }

  async #answers(child: ChildProcess): Promise<boolean> {
    if (hasEnded(child)) throw new Error(`The server ended while starting:\n${this.log}`);
    const response = await fetch(`${this.url}/api/live`).catch(() => undefined);
    return response?.ok ?? false;
  }

  async #end(signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
    const child = this.#process;
    if (!child || hasEnded(child)) return;
    const ended = once(child, 'exit');
    child.kill(signal);
    const killTimer = setTimeout(() => child.kill('SIGKILL'), timeouts.event);
    await ended;
    clearTimeout(killTimer);
  }
}

function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null;
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0);
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  await once(probe, 'close');
  if (address === null || typeof address === 'string') throw new Error('No port is free.');
  return address.port;
}
