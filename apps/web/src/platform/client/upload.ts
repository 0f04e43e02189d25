import { type AnyInput, ApiError, requestOf } from '@zavet/contract/client';
import type { Endpoint } from '@zavet/contract/endpoint';
import { type ErrorBody, isErrorCode } from '@zavet/contract/errors';
import { type SessionRenewal, withSessionRenewal } from './send.ts';
import { stalled, watchForStall } from './transfer-fetch.ts';

export interface UploadOptions {
  signal: AbortSignal;
  onProgress: (sentBytes: number) => void;
}

interface Upload extends UploadOptions {
  request: Omit<ReturnType<typeof requestOf>, 'path'>;
}

/** Uploads a file and reports progress, which `fetch` cannot. */
export function createUpload(session: SessionRenewal) {
  const send = withSessionRenewal(session, sendOnce);
  return async (endpoint: Endpoint, input: AnyInput, options: UploadOptions): Promise<unknown> => {
    const { path, ...request } = requestOf(endpoint, input);
    const response = await send(path, { ...options, request });
    const body: unknown = await response.json().catch(() => undefined);
    if (!response.ok) throw new ApiError(response.status, errorBodyOf(body));
    return body;
  };
}

function sendOnce(path: string, { request, signal, onProgress }: Upload): Promise<Response> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason);
    const call = new XMLHttpRequest();
    const watch = watchForStall(() => {
      reject(stalled());
      call.abort();
    });
    const cancel = () => {
      reject(signal.reason);
      call.abort();
    };
    call.open(request.method, path);
    for (const [name, value] of Object.entries(request.headers)) {
      call.setRequestHeader(name, value);
    }
    call.upload.onprogress = (event) => {
      watch.reset();
      onProgress(event.loaded);
    };
    call.onprogress = watch.reset;
    call.onload = () => resolve(new Response(call.responseText, { status: call.status }));
    // The error type of a failed fetch, so that both get the same message.
    call.onerror = () => reject(new TypeError('The file could not be sent'));
    call.onloadend = () => {
      watch.stop();
      signal.removeEventListener('abort', cancel);
    };
    signal.addEventListener('abort', cancel);
    call.send(request.body);
  });
}

function errorBodyOf(body: unknown): ErrorBody | undefined {
  const errorBody = body as ErrorBody | undefined;
  return isErrorCode(errorBody?.error?.code) ? errorBody : undefined;
}
