import { isErrorCode } from '@zavet/contract/errors';
import { screenTimings } from '@zavet/contract/timings';
import type { RefreshResult } from '../session/session-keeper.ts';
import { refusalWords } from './refusal-words.ts';

export interface KeptSession {
  refresh(): Promise<RefreshResult>;
  refused(): void;
}

export interface SendSurroundings extends KeptSession {
  fetch(path: string, init: RequestInit): Promise<Response>;
  timeout(ms: number): AbortSignal;
}

/** Sends calls with the default time-out. */
export function createSend(around: SendSurroundings) {
  return keepingSession(around, (path, init) => {
    const deadline = around.timeout(screenTimings.operationTimeout);
    const signal = init.signal ? AbortSignal.any([init.signal, deadline]) : deadline;
    return around.fetch(path, { ...init, signal, credentials: 'same-origin' });
  });
}

/**
 * An expired session is renewed once and the call repeated; an answer that there is no session ends
 * it here too. What is refused comes with the words for it.
 */
export function keepingSession<Init = RequestInit>(
  session: KeptSession,
  sendOnce: (path: string, init: Init) => Promise<Response>,
) {
  const sendKept = async (path: string, init: Init): Promise<Response> => {
    const response = await sendOnce(path, init);
    const code = response.status === 401 ? await codeOf(response) : undefined;
    if (code === 'session_missing') session.refused();
    if (code !== 'session_expired') return response;
    const result = await session.refresh();
    // A failed fetch is a TypeError as well, and is told in the same words.
    if (result === 'unreachable') throw new TypeError('The session could not be renewed');
    return result === 'renewed' ? sendOnce(path, init) : response;
  };
  return async (path: string, init: Init): Promise<Response> => {
    const response = await sendKept(path, init);
    if (!response.ok) await refusalWords.come();
    return response;
  };
}

async function codeOf(response: Response): Promise<string | undefined> {
  const body = await response
    .clone()
    .json()
    .catch(() => undefined);
  const code = body?.error?.code;
  return isErrorCode(code) ? code : undefined;
}
