import { constants } from 'node:os';
import type { Progress } from '../features/backup/progress.ts';
import { inWordsOfCaller } from '../platform/command-words.ts';
import { refusalOfCommand } from './command-refusals.ts';
import { refuse } from './process-life.ts';

/** Runs a command to its end. A signal asks it to stop; what it cannot do is said in one sentence. */
export function runCommand(work: (args: string[], progress: Progress) => Promise<void>): void {
  const stopping = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.once(signal, () => stopping.abort(signal));
  }
  const tell = (sentence: string) => process.stdout.write(`${inWordsOfCaller(sentence)}\n`);
  work(process.argv.slice(2), { tell, signal: stopping.signal }).then(
    () => process.exit(0),
    (error) => {
      const { signal } = stopping;
      if (signal.aborted) process.exit(128 + constants.signals[signal.reason as NodeJS.Signals]);
      const refusal = refusalOfCommand(error);
      if (!refusal) refuse(error);
      process.stderr.write(`${inWordsOfCaller(refusal.sentence)}\n`);
      process.exit(refusal.code);
    },
  );
}
