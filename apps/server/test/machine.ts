import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { rmSync, writeFileSync } from 'node:fs';
import type { Command } from '../src/commands/run-command.ts';
import type { Database } from '../src/platform/database/database.ts';
import { openPostgresForCommands } from '../src/platform/database/open-database.ts';
import { generatedKeyPath } from '../src/platform/encryption/key-file.ts';
import { refusalOfCommand } from '../src/platform/process.ts';
import { createBrowser } from './browser.ts';
import {
  launchProcess,
  type ProcessEnd,
  type ServerProcess,
  startReadyServer,
} from './server-process.ts';
import { emptyDatabaseUrl, freshDatabaseUrl, newDataDir } from './test-database.ts';
import { createTestMailbox, type TestMailbox } from './test-mailbox.ts';
import { startTestProduct, type TestProduct } from './test-product.ts';

export interface MachineOptions {
  /** Master key; a new one by default. */
  keyText?: string;
  /** Uses a copy of the migrated database, which is faster. */
  isPrepared?: boolean;
  env?: Record<string, string>;
}

export interface RunningServer extends ServerProcess {
  browser(): ReturnType<typeof createBrowser>;
  mailbox: TestMailbox;
}

/** A simulated machine: a data folder, a database and a master key, used by real processes. */
export interface Machine {
  dataDir: string;
  keyFile: string;
  env: Record<string, string>;
  start(extra?: Record<string, string>): Promise<RunningServer>;
  /** Starts the server inside the test process, which is faster. */
  serve(extra?: Record<string, string>): Promise<TestProduct>;
  /** Runs a command inside the test process. */
  run(command: string, ...args: string[]): Promise<ProcessEnd>;
  /** Runs an entry point in a separate process until it exits. */
  runProcess(entry: string, ...args: string[]): Promise<ProcessEnd>;
  launch(command: string, ...args: string[]): ReturnType<typeof launchProcess>;
  inDatabase<T>(work: (database: Database) => Promise<T>): Promise<T>;
  /** Stops all processes and deletes the folder. */
  remove(): Promise<void>;
}

export function newKeyText(): string {
  return `1:${randomBytes(32).toString('base64')}\n`;
}

/** Runs a command inside the test process, which is faster than a separate process. */
export async function runHere(
  name: string,
  env: Record<string, string>,
  args: string[] = [],
): Promise<ProcessEnd> {
  const { command }: { command: Command } = await import(`../src/commands/${name}.ts`);
  let output = '';
  const print = (sentence: string) => {
    output += `${sentence}\n`;
  };
  try {
    await command(args, { print, signal: new AbortController().signal, env });
    return { code: 0, output };
  } catch (error) {
    const { sentence, code } = refusalOfCommand(error);
    print(sentence);
    return { code, output };
  }
}

export async function newMachine(options: MachineOptions = {}): Promise<Machine> {
  const { keyText = newKeyText(), isPrepared = false } = options;
  const databaseUrl = await (isPrepared ? freshDatabaseUrl() : emptyDatabaseUrl());
  const dataDir = newDataDir();
  const keyFile = generatedKeyPath(dataDir);
  writeFileSync(keyFile, keyText);
  const env: Record<string, string> = {
    DATA_DIR: dataDir,
    TRUSTED_PROXIES: '127.0.0.1,::1',
    DATABASE_URL: databaseUrl,
    ...options.env,
  };
  const running: Pick<ServerProcess, 'end'>[] = [];
  const products = new Set<TestProduct>();
  return {
    dataDir,
    keyFile,
    env,
    start: async (extra = {}) => {
      const server = await startReadyServer({ ...env, ...extra });
      running.push(server);
      return {
        ...server,
        browser: () => createBrowser(server.url),
        mailbox: createTestMailbox(server.url),
      };
    },
    serve: async (extra = {}) => {
      const product = await startTestProduct({ ...env, ...extra });
      products.add(product);
      const stop = () => (products.delete(product) ? product.stop() : Promise.resolve());
      return { ...product, stop };
    },
    run: (command, ...args) => runHere(command, env, args),
    runProcess: async (command, ...args) => {
      const launched = launchProcess(command, env, args);
      running.push(launched);
      const [code] = (await once(launched.child, 'close')) as [number | null];
      return { code, output: launched.output() };
    },
    launch: (command, ...args) => {
      const launched = launchProcess(command, env, args);
      running.push(launched);
      return launched;
    },
    inDatabase: async (work) => {
      const database = openPostgresForCommands(databaseUrl);
      try {
        return await work(database);
      } finally {
        await database.close();
      }
    },
    remove: async () => {
      await Promise.all(running.splice(0).map((one) => one.end('SIGKILL')));
      for (const product of products) await product.stop();
      products.clear();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
