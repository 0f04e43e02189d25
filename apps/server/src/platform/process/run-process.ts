import { inWordsOfCaller } from '../command-words.ts';
import { exitCodes, refusalOf } from './refusals.ts';

const sameSignalMs = 1_000;

/**
 * Runs a process until a signal ends it; `stopping` also reaches a start that is still waiting. An
 * early failure is reported in one sentence.
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

/** Ends the process with a sentence for the operator. */
export function refuse(error: unknown): never {
  const { sentence, code } = refusalOf(error);
  process.stderr.write(`${inWordsOfCaller(sentence)}\n`);
  process.exit(code);
}
