import { ApiError } from '@zavet/contract/client';
import type { UploadOptions } from '../../../../platform/client/upload.ts';
import { Observable } from '../../../../platform/state/observable.ts';
import { isSameFile } from './file-choice.ts';

type SendFile<Attached> = (
  targetId: string,
  file: File,
  options: UploadOptions,
) => Promise<Attached>;

interface UploadListener<Attached> {
  /** `file` is undefined if an earlier attempt had already attached it. */
  onDone(upload: Upload, file: Attached | undefined): void;
  onFailed(upload: Upload, error: unknown): void;
  /** Called when no upload is waiting or running any more. */
  onIdle(uploads: readonly Upload[]): void;
}

/** Uploads files with limited parallelism; its state is the list of uploads. */
export class UploadRunner<Attached> extends Observable<readonly Upload[]> {
  #listener: UploadListener<Attached> | undefined;
  readonly #sendFile: SendFile<Attached>;
  readonly #files = new Map<string, File>();
  readonly #requests = new Map<string, AbortController>();

  constructor(sendFile: SendFile<Attached>) {
    super([]);
    this.#sendFile = sendFile;
  }

  /** Sets the only listener. The returned function removes it and cancels all uploads. */
  listen(listener: UploadListener<Attached>): () => void {
    this.#listener = listener;
    return () => {
      this.#listener = undefined;
      this.cancelAll();
    };
  }

  add(targetId: string, files: readonly File[]): void {
    const uploads = files.map((file) => {
      const id = crypto.randomUUID();
      this.#files.set(id, file);
      return { id, target_id: targetId, file_name: file.name, size_bytes: file.size };
    });
    this.#dispatch({ kind: 'added', uploads });
  }

  retry(id: string): void {
    this.#dispatch({ kind: 'retried', id });
  }

  cancel(id: string): void {
    this.#dispatch({ kind: 'cancelled', id });
    this.#requests.get(id)?.abort();
  }

  dismiss(id: string): void {
    this.#dispatch({ kind: 'dismissed', id });
    if (!this.state().some((upload) => upload.id === id)) this.#files.delete(id);
  }

  /** Removes inactive uploads of this file from the list. */
  dismissFile(targetId: string, file: { file_name: string; size_bytes: number }): void {
    for (const upload of this.state()) {
      if (upload.target_id === targetId && isSameFile(upload, file)) {
        this.dismiss(upload.id);
      }
    }
  }

  dismissFinished(): void {
    for (const upload of this.state()) if (!isActive(upload)) this.dismiss(upload.id);
  }

  /** Cancels in reverse order, so that no waiting upload starts. */
  cancelAll(): void {
    for (const { id } of this.state().filter(isActive).toReversed()) this.cancel(id);
  }

  #dispatch(event: UploadEvent): void {
    const before = this.state();
    let uploads = applyEvent(before, event);
    const due = uploadsToStart(uploads);
    for (const { id } of due) uploads = applyEvent(uploads, { kind: 'started', id });
    this.setState(uploads);
    for (const upload of uploads) {
      if (due.some(({ id }) => id === upload.id)) void this.#send(upload);
    }
    if (before.some(isActive) && !this.state().some(isActive)) this.#listener?.onIdle(this.state());
  }

  async #send(upload: Upload): Promise<void> {
    const { id } = upload;
    const file = this.#files.get(id);
    if (!file) return;
    const request = new AbortController();
    this.#requests.set(id, request);
    try {
      const attached = await this.#sendFile(upload.target_id, file, {
        signal: request.signal,
        onProgress: (sentBytes) => this.#dispatch({ kind: 'progressed', id, sentBytes }),
      });
      this.#listener?.onDone(upload, attached);
      this.#dispatch({ kind: 'succeeded', id });
    } catch (error) {
      if (request.signal.aborted) return;
      if (wasAttachedBefore(upload, error)) {
        this.#listener?.onDone(upload, undefined);
        this.#dispatch({ kind: 'succeeded', id });
        return;
      }
      this.#listener?.onFailed(upload, error);
      this.#dispatch({ kind: 'failed', id, error });
    }
  }
}

/** An earlier attempt succeeded although its response was lost. */
function wasAttachedBefore(upload: Upload, error: unknown): boolean {
  return upload.attempts > 1 && error instanceof ApiError && error.code === 'file_already_attached';
}

export type UploadState =
  | { kind: 'waiting' }
  | { kind: 'sending'; sentBytes: number }
  | { kind: 'done' }
  | { kind: 'failed'; error: unknown }
  | { kind: 'cancelled' };

export interface Upload {
  id: string;
  /** The id of an instruction or a request. */
  target_id: string;
  file_name: string;
  size_bytes: number;
  /** The number of attempts, including the running one. */
  attempts: number;
  state: UploadState;
}

export type NewUpload = Omit<Upload, 'attempts' | 'state'>;

export type UploadEvent =
  | { kind: 'added'; uploads: readonly NewUpload[] }
  | { kind: 'started'; id: string }
  | { kind: 'progressed'; id: string; sentBytes: number }
  | { kind: 'succeeded'; id: string }
  | { kind: 'failed'; id: string; error: unknown }
  | { kind: 'cancelled'; id: string }
  | { kind: 'retried'; id: string }
  /** Removed from the list by the user; ignored while active. */
  | { kind: 'dismissed'; id: string };

const maxParallel = 3;

/** Applies an event. Events that do not fit the state of their upload are ignored. */
export function applyEvent(uploads: readonly Upload[], event: UploadEvent): readonly Upload[] {
  switch (event.kind) {
    case 'added':
      return [...uploads, ...event.uploads.map(createUpload)];
    case 'dismissed':
      return uploads.filter((upload) => upload.id !== event.id || isActive(upload));
    default:
      return uploads.map((upload) =>
        upload.id === event.id ? { ...upload, ...changeOf(upload, event) } : upload,
      );
  }
}

/** Returns the next waiting uploads within the limit of parallel uploads. */
export function uploadsToStart(uploads: readonly Upload[]): Upload[] {
  const sending = uploads.filter(({ state }) => state.kind === 'sending').length;
  return uploads
    .filter(({ state }) => state.kind === 'waiting')
    .slice(0, Math.max(0, maxParallel - sending));
}

export function isActive({ state }: Upload): boolean {
  return state.kind === 'waiting' || state.kind === 'sending';
}

type StateEvent = Exclude<UploadEvent, { kind: 'added' | 'dismissed' }>;

function changeOf(upload: Upload, event: StateEvent): Partial<Upload> {
  const { state, attempts } = upload;
  const isSending = state.kind === 'sending';
  switch (event.kind) {
    case 'started':
      return state.kind === 'waiting'
        ? { attempts: attempts + 1, state: { kind: 'sending', sentBytes: 0 } }
        : {};
    case 'progressed': {
      // The progress includes request headers, so it may exceed the file size.
      const sentBytes = Math.min(event.sentBytes, upload.size_bytes);
      return isSending ? { state: { kind: 'sending', sentBytes } } : {};
    }
    case 'succeeded':
      return isSending ? { state: { kind: 'done' } } : {};
    case 'failed':
      return isSending ? { state: { kind: 'failed', error: event.error } } : {};
    case 'cancelled':
      return isActive(upload) ? { state: { kind: 'cancelled' } } : {};
    case 'retried':
      return state.kind === 'failed' || state.kind === 'cancelled'
        ? { state: { kind: 'waiting' } }
        : {};
  }
}

function createUpload(upload: NewUpload): Upload {
  return { ...upload, attempts: 0, state: { kind: 'waiting' } };
}
