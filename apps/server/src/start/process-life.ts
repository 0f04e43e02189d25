import { FolderInUse } from '../platform/database/folder-lock.ts';
import { MasterKeyInvalid } from '../platform/encryption/master-key.ts';
import { ConfigurationInvalid } from './configuration.ts';

/** From sysexits.h: wrong configuration, and a resource someone else holds. */
const exitCodes = { configuration: 78, inUse: 75, other: 1 };

const sameSignalMs = 1_000;

/** Runs a process until it is told to stop. What stops it early is said in one sentence. */
export function runProcess(start: () => Promise<() => Promise<void>>): void {
  const started = start();
  let stoppingSince: number | undefined;
  const onSignal = () => {
    if (stoppingSince !== undefined) {
      // One Ctrl+C may arrive twice; another one means that whoever asked does not want to wait.
      if (performance.now() - stoppingSince > sameSignalMs) process.exit(exitCodes.other);
      return;
    }
    stoppingSince = performance.now();
    started
      .then((stop) => stop())
      .then(() => process.exit(0))
      .catch(refuse);
  };
  process.on('SIGTERM', onSignal);
  process.on('SIGINT', onSignal);
  started.catch(refuse);
}

function refuse(error: unknown): never {
  if (error instanceof ConfigurationInvalid || error instanceof MasterKeyInvalid) {
    return leave(error.message, exitCodes.configuration);
  }
  if (error instanceof FolderInUse) return leave(error.message, exitCodes.inUse);
  if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') {
    const { port } = error as { port?: number };
    return leave(`PORT ${port} is taken by another program.`, exitCodes.inUse);
  }
  return leave(
    error instanceof Error ? (error.stack ?? error.message) : String(error),
    exitCodes.other,
  );
}

function leave(sentence: string, code: number): never {
  process.stderr.write(`${sentence}\n`);
  process.exit(code);
}
