import { constants } from 'node:os';
import type { Progress } from '../features/service/backup/progress.ts';
import { inWordsOfCaller } from '../platform/command-words.ts';
import { refusalOfCommand } from '../platform/process/refusals.ts';

export interface CommandContext extends Progress {
  env: Record<string, string | undefined>;
}

/** What a program of `npm run` does. */
export type Command = (args: string[], context: CommandContext) => Promise<void>;

/** Runs a command to its end. A signal asks it to stop; what it cannot do is said in one sentence. */
export function runCommand(command: Command): void {
  const stopping = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.once(signal, () => stopping.abort(signal));
  }
  const tell = (sentence: string) => process.stdout.write(`${inWordsOfCaller(sentence)}\n`);
  const { env } = process;
  command(process.argv.slice(2), { tell, signal: stopping.signal, env }).then(
    () => process.exit(0),
    (error) => {
      const { signal } = stopping;
      if (signal.aborted) process.exit(128 + constants.signals[signal.reason as NodeJS.Signals]);
      const { sentence, code } = refusalOfCommand(error);
      process.stderr.write(`${inWordsOfCaller(sentence)}\n`);
      process.exit(code);
    },
  );
}
