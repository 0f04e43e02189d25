import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import runOptions from '../run-options.json' with { type: 'json' };

const entry = (name: string) =>
  fileURLToPath(new URL(`../dist/current/${name}.js`, import.meta.url));

const baseEnvironment = {
  PATH: process.env.PATH,
  HOME: process.env.HOME,
  ...runOptions.env,
  // All processes run the same code, so they share the compile cache.
  NODE_COMPILE_CACHE: join(tmpdir(), 'zavet-compile-cache'),
};

/** A real server or worker process. */
export interface ServerProcess {
  url: string;
  child: ChildProcess;
  output(): string;
  /** Sends a signal and waits for the exit. */
  end(signal: NodeJS.Signals): Promise<number | null>;
}

export interface ProcessEnd {
  code: number | null;
  output: string;
}

/** Starts a server and waits until it listens, which does not need the database. */
export async function startServerProcess(env: Record<string, string>): Promise<ServerProcess> {
  const started = launch('serve', env);
  const url = await started.waitForOutput(/http:\/\/localhost:\d+/);
  return { ...started, url, end: (signal) => end(started.child, signal) };
}

export async function startReadyServer(env: Record<string, string>): Promise<ServerProcess> {
  const started = launch('serve', { LOG_LEVEL: 'info', ...env });
  const url = await started.waitForOutput(/http:\/\/localhost:\d+/);
  await started.waitForOutput(/server ready/);
  return { ...started, url, end: (signal) => end(started.child, signal) };
}

export async function startWorkerProcess(
  env: Record<string, string>,
): Promise<Omit<ServerProcess, 'url'>> {
  const started = launch('worker', { LOG_LEVEL: 'info', ...env });
  await started.waitForOutput(/worker ready/);
  return { ...started, end: (signal) => end(started.child, signal) };
}

/** Starts an entry point without waiting. */
export function launchProcess(name: string, env: Record<string, string>, args: string[] = []) {
  const started = launch(name, env, args);
  return { ...started, end: (signal: NodeJS.Signals) => end(started.child, signal) };
}

/** Runs an entry point until the process exits. */
export async function runToEnd(
  name: string,
  env: Record<string, string>,
  args: string[] = [],
): Promise<ProcessEnd> {
  const { child, output } = launch(name, env, args);
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, output: output() };
}

function launch(name: string, env: Record<string, string>, args: string[] = []) {
  const child = spawn(process.execPath, [...runOptions.flags, entry(name), ...args], {
    cwd: fileURLToPath(new URL('../../..', import.meta.url)),
    env: { ...baseEnvironment, PORT: '0', LOG_LEVEL: 'warn', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let text = '';
  const waiting = new Set<() => void>();
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      text += chunk.toString();
      for (const look of waiting) look();
    });
  }
  const waitForOutput = (pattern: RegExp) =>
    new Promise<string>((resolve, reject) => {
      const look = () => {
        const [match] = pattern.exec(text) ?? [];
        if (match) resolve(match);
      };
      waiting.add(look);
      look();
      child.once('close', (code) => reject(new Error(`${name} ended with ${code}: ${text}`)));
    });
  return { child, output: () => text, waitForOutput };
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
  child.kill(signal);
  const [code] = (await once(child, 'close')) as [number | null];
  return code;
}
