import { isErrorCode } from '@zavet/contract/errors';
import { screenTimings } from '@zavet/contract/timings';
import type { RefreshResult } from '../session/session-keeper.ts';
import { refusalWords } from './refusal-words.ts';

export interface SessionRenewal {
  refresh(): Promise<RefreshResult>;
  refused(): void;
}

export interface SendDependencies extends SessionRenewal {
  fetch(path: string, init: RequestInit): Promise<Response>;
  timeout(ms: number): AbortSignal;
}

/** Sends calls with the default timeout. */
export function createSend(dependencies: SendDependencies) {
  return withSessionRenewal(dependencies, (path, init) => {
    const deadline = dependencies.timeout(screenTimings.operationTimeout);
    const signal = init.signal ? AbortSignal.any([init.signal, deadline]) : deadline;
    return dependencies.fetch(path, { ...init, signal, credentials: 'same-origin' });
  });
}

/**
 * Renews an expired session once and repeats the call; signs out if the server no longer has the
 * session. Refusals wait for their texts.
 */
export function withSessionRenewal<Init = RequestInit>(
  session: SessionRenewal,
  sendOnce: (path: string, init: Init) => Promise<Response>,
) {
  const sendWithRenewal = async (path: string, init: Init): Promise<Response> => {
    const response = await sendOnce(path, init);
    const code = response.status === 401 ? await codeOf(response) : undefined;
    if (code === 'session_missing') session.refused();
    if (code !== 'session_expired') return response;
    const result = await session.refresh();
    // The error type of a failed fetch, so that both get the same message.
    if (result === 'unreachable') throw new TypeError('The session could not be renewed');
    return result === 'renewed' ? sendOnce(path, init) : response;
  };
  return async (path: string, init: Init): Promise<Response> => {
    const response = await sendWithRenewal(path, init);
    if (!response.ok) await refusalWords.load();
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
