import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { createInterface } from 'node:readline';
import { controlAnswer } from './control-answer.ts';

/** The server said in one sentence why it does not do it. */
export class ControlRefused extends Error {
  override name = 'ControlRefused';
}

/** Nobody listens at the socket. */
export class ControlAbsent extends Error {
  override name = 'ControlAbsent';
}

export interface AskOptions {
  tell?(progress: string): void;
  signal?: AbortSignal;
}

/** Asks the running server to do something and waits for the result. */
export async function askControl(
  socketPath: string,
  command: string,
  input: object = {},
  { tell, signal }: AskOptions = {},
): Promise<unknown> {
  const call = request({ socketPath, path: `/${command}`, method: 'POST', agent: false, signal });
  try {
    call.end(JSON.stringify(input));
    const [response] = (await once(call, 'response')) as [IncomingMessage];
    for await (const line of createInterface({ input: response })) {
      const answer = controlAnswer.parse(JSON.parse(line));
      if ('error' in answer) throw new ControlRefused(answer.error);
      if ('result' in answer) return answer.result;
      tell?.(answer.progress);
    }
    throw new ControlRefused('The server went away before it was done.');
  } catch (error) {
    signal?.throwIfAborted();
    throw meaningOf(error);
  } finally {
    call.destroy();
  }
}

function meaningOf(cause: unknown): unknown {
  if (!(cause instanceof Error) || !('syscall' in cause || 'code' in cause)) return cause;
  return 'syscall' in cause && cause.syscall === 'connect'
    ? new ControlAbsent('No server listens to commands.', { cause })
    : new ControlRefused('The server went away before it was done.', { cause });
}
