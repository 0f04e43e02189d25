import { once } from 'node:events';
import { connect } from 'node:net';
import { asLine, type ControlRequest, controlAnswer, linesOf } from './control-lines.ts';

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

const wentAway = 'The server went away before it was done.';

/** Asks the running server to do something and waits for the result. */
export async function askControl(
  path: string,
  request: ControlRequest,
  options: AskOptions = {},
): Promise<unknown> {
  const { signal, tell } = options;
  const socket = connect({ path });
  const stop = () => socket.destroy();
  try {
    await once(socket, 'connect').catch((cause) => {
      throw new ControlAbsent('No server listens to commands.', { cause });
    });
    signal?.addEventListener('abort', stop, { once: true });
    signal?.throwIfAborted();
    socket.write(asLine(request));
    for await (const line of linesOf(socket)) {
      const answer = controlAnswer.parse(JSON.parse(line));
      if ('error' in answer) throw new ControlRefused(answer.error);
      if ('result' in answer) return answer.result;
      tell?.(answer.progress);
    }
    throw new ControlRefused(wentAway);
  } catch (error) {
    signal?.throwIfAborted();
    const isSevered = error instanceof Error && 'code' in error;
    throw isSevered ? new ControlRefused(wentAway, { cause: error }) : error;
  } finally {
    signal?.removeEventListener('abort', stop);
    socket.destroy();
  }
}
