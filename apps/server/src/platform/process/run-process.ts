import { inWordsOfCaller } from '../command-words.ts';
import { DatabaseTooNew } from '../database/database-too-new.ts';
import { EmbeddedPostgresRefused } from '../database/embedded/postgres-program.ts';
import { FolderInUse } from '../database/folder-lock.ts';
import { MasterKeyInvalid } from '../encryption/key-ring-text.ts';
import { describeError } from '../logging/redaction.ts';
import { ConfigurationInvalid } from './configuration-invalid.ts';

/** From sysexits.h: wrong configuration, and a resource someone else holds. */
const exitCodes = { configuration: 78, inUse: 75, other: 1 };

const sameSignalMs = 1_000;

/**
 * Runs a process until it is told to stop; `stopping` reaches also a start that still waits. What
 * stops it early is said in one sentence.
 */
export function runProcess(start: (stopping: AbortSignal) => Promise<() => Promise<void>>): void {
  const stopping = new AbortController();
  const started = start(stopping.signal);
  let stoppingSince: number | undefined;
  const onSignal = () => {
    if (stoppingSince !== undefined) {
      // One Ctrl+C may arrive twice; another one means that the person does not want to wait.
      if (performance.now() - stoppingSince > sameSignalMs) process.exit(exitCodes.other);
      return;
    }
    stoppingSince = performance.now();
    stopping.abort();
    started
      .then((stop) => stop())
      .then(() => process.exit(0))
      .catch(refuse);
  };
  // SIGHUP: the terminal was closed.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, onSignal);
  started.catch(refuse);
}

/** Ends the process with a sentence for the person who started it. */
export function refuse(error: unknown): never {
  const { sentence, code } = refusalOf(error);
  process.stderr.write(`${inWordsOfCaller(sentence)}\n`);
  process.exit(code);
}

/** What it is told, and the exit code. */
export function refusalOf(error: unknown): { sentence: string; code: number } {
  const refusals = [
    ConfigurationInvalid,
    MasterKeyInvalid,
    DatabaseTooNew,
    EmbeddedPostgresRefused,
  ];
  if (refusals.some((kind) => error instanceof kind)) {
    return { sentence: (error as Error).message, code: exitCodes.configuration };
  }
  if (error instanceof FolderInUse) return { sentence: error.message, code: exitCodes.inUse };
  const found = findCode(error);
  const sentence = sentences[found.code];
  if (sentence) return { sentence: sentence(found), code: exitCodes.configuration };
  if (found.code === 'EADDRINUSE') {
    const sentence = `${found.variable ?? 'PORT'} ${found.port} is taken by another program.`;
    return { sentence, code: exitCodes.inUse };
  }
  const description = error instanceof Error ? JSON.stringify(describeError(error)) : String(error);
  return { sentence: description, code: exitCodes.other };
}

interface FoundCode {
  code: string;
  port?: number;
  path?: string;
  /** Which variable it is about, where that is not the usual one. */
  variable?: string;
}

const folderSentence = ({ path }: FoundCode) =>
  `DATA_DIR must be a folder that can be written to; ${path ?? 'it'} is not.`;
const signInSentence = () =>
  'DATABASE_URL must name a user and a password that the server accepts.';

/** What system and database codes mean to the person who starts us. */
const sentences: Record<string, (found: FoundCode) => string> = {
  ENOTDIR: folderSentence,
  EACCES: folderSentence,
  EROFS: folderSentence,
  EEXIST: folderSentence,
  '28P01': signInSentence,
  '28000': signInSentence,
  '3D000': () => 'DATABASE_URL must name a database that exists.',
};

function findCode(error: unknown): FoundCode {
  for (let current = error; current instanceof Error; current = current.cause) {
    const { code, port, path, variable } = current as Partial<FoundCode> & Error;
    if (code) return { code, port, path, variable };
  }
  return { code: '' };
}
