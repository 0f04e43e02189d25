import { DatabaseTooNew, isDatabaseUnavailable } from './database/database-errors.ts';
import { EmbeddedPostgresRefused } from './database/embedded/cluster.ts';
import { FolderInUse } from './database/folder-lock.ts';
import { MasterKeyInvalid } from './encryption/key-file.ts';
import { ObjectStoreUnavailable } from './file-storage/object-store.ts';
import { isStorageFull } from './file-storage/storage-full.ts';
import { describeError } from './observability/redaction.ts';

/** The message names the variable. `problems` has one sentence per problem. */
export class ConfigurationInvalid extends Error {
  readonly problems: readonly string[];

  constructor(sentence: string, problems: readonly string[] = [sentence], options?: ErrorOptions) {
    super(sentence, options);
    this.problems = problems;
  }
}

/** Wrong arguments of a command. The message is its usage. */
export class UsageInvalid extends Error {}

/** A command cannot do its work. The message is for the caller. */
export class CommandRefused extends Error {}

/** A command did only part of its work. The message is for the caller. */
export class CommandIncomplete extends Error {}

/** From sysexits.h, documented in docs/commands.md. */
const exitCodes = {
  other: 1,
  usage: 64,
  incomplete: 65,
  unavailable: 69,
  inUse: 75,
  configuration: 78,
};

const repeatedSignalMs = 1_000;

/**
 * Runs the process until a signal arrives. `stopping` also aborts a start that is still waiting.
 */
export function runProcess(start: (stopping: AbortSignal) => Promise<() => Promise<void>>): void {
  const stopping = new AbortController();
  const started = start(stopping.signal);
  let stoppingSince: number | undefined;
  const onSignal = () => {
    if (stoppingSince !== undefined) {
      // A single Ctrl+C may arrive twice; a later second one forces the exit.
      if (performance.now() - stoppingSince > repeatedSignalMs) process.exit(exitCodes.other);
      return;
    }
    stoppingSince = performance.now();
    stopping.abort();
    started
      .then((stop) => stop())
      .then(() => process.exit(0))
      .catch(exitWithFailure);
  };
  // SIGHUP: the terminal was closed.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, onSignal);
  started.catch(exitWithFailure);
}

export function exitWithFailure(error: unknown): never {
  const { sentence, code } = refusalOf(error);
  process.stderr.write(`${sentence}\n`);
  process.exit(code);
}

interface Refusal {
  sentence: string;
  code: number;
}

/** Returns sentence and exit code for an expected failure of a command or of any process. */
export function refusalOfCommand(error: unknown): Refusal {
  if (error instanceof UsageInvalid) return { sentence: error.message, code: exitCodes.usage };
  if (error instanceof MasterKeyInvalid) {
    return { sentence: error.message, code: exitCodes.configuration };
  }
  if (error instanceof CommandRefused) return { sentence: error.message, code: exitCodes.other };
  if (error instanceof CommandIncomplete) {
    return { sentence: error.message, code: exitCodes.incomplete };
  }
  if (isStorageFull(error)) {
    return { sentence: 'There is no space left.', code: exitCodes.unavailable };
  }
  if (error instanceof ObjectStoreUnavailable) {
    return { sentence: 'The object store cannot be used now.', code: exitCodes.unavailable };
  }
  if (isDatabaseUnavailable(error)) {
    return { sentence: 'The database cannot be reached now.', code: exitCodes.unavailable };
  }
  return refusalOf(error);
}

function refusalOf(error: unknown): Refusal {
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
  /** The environment variable with the address, if not PORT. */
  variable?: string;
}

const folderSentence = ({ path }: FoundCode) =>
  `DATA_DIR must be a folder that can be written to; ${path ?? 'it'} is not.`;

const signInSentence = () =>
  'DATABASE_URL must name a user and a password that the server accepts.';

/** Sentences for codes of the system and the database. */
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

/** Marks a step at which fault tests kill the process; otherwise has no effect. */
export type Checkpoint = (name: string) => void;

export const noCheckpoint: Checkpoint = () => {};
