import { ApiError } from '@zavet/contract/client';
import type { UploadOptions } from '../../../../platform/client/upload.ts';
import { Observable } from '../../../../platform/state/observable.ts';
import { isSameFile } from './file-choice.ts';

type SendFile<Attached> = (
  targetId: string,
  file: File,
  options: UploadOptions,
) => Promise<Attached>;

/** Who is told what becomes of the files. */
interface UploadListener<Attached> {
  /** Without the attached file where an earlier try had already attached it. */
  onDone(upload: Upload, file: Attached | undefined): void;
  onFailed(upload: Upload, error: unknown): void;
  /** Nothing waits or is on its way any more. */
  onIdle(uploads: readonly Upload[]): void;
}

/** Sends files one after another, a few at a time, and can be watched doing it. */
export class UploadRunner<Attached> extends Observable<readonly Upload[]> {
  #listener: UploadListener<Attached> | undefined;
  readonly #sendFile: SendFile<Attached>;
  readonly #files = new Map<string, File>();
  readonly #cancels = new Map<string, AbortController>();

  constructor(sendFile: SendFile<Attached>) {
    super([]);
    this.#sendFile = sendFile;
  }

  /** Until then nobody is told. Returns what ends it, and stops the uploads with it. */
  listen(listener: UploadListener<Attached>): () => void {
    this.#listener = listener;
    return () => {
      this.#listener = undefined;
      this.stop();
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
    this.#cancels.get(id)?.abort();
  }

  dismiss(id: string): void {
    this.#dispatch({ kind: 'dismissed', id });
    if (!this.state().some((upload) => upload.id === id)) this.#files.delete(id);
  }

  /** Takes tries of this file off the list that rest; another one is coming, or none. */
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

  /** The last first, so that nothing moves up. */
  stop(): void {
    for (const { id } of this.state().filter(isActive).toReversed()) this.cancel(id);
  }

  #dispatch(event: UploadEvent): void {
    const before = this.state();
    let uploads = applyEvent(before, event);
    const due = uploadsToStart(uploads);
    for (const { id } of due) uploads = applyEvent(uploads, { kind: 'started', id });
    this.become(uploads);
    for (const upload of uploads) {
      if (due.some(({ id }) => id === upload.id)) void this.#send(upload);
    }
    if (before.some(isActive) && !this.state().some(isActive)) this.#listener?.onIdle(this.state());
  }

  async #send(upload: Upload): Promise<void> {
    const { id } = upload;
    const file = this.#files.get(id);
    if (!file) return;
    const cancel = new AbortController();
    this.#cancels.set(id, cancel);
    try {
      const attached = await this.#sendFile(upload.target_id, file, {
        signal: cancel.signal,
        onProgress: (sentBytes) => this.#dispatch({ kind: 'progressed', id, sentBytes }),
      });
      this.#listener?.onDone(upload, attached);
      this.#dispatch({ kind: 'succeeded', id });
    } catch (error) {
      if (cancel.signal.aborted) return;
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

/** An earlier try had arrived although its answer was lost. */
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
  /** What the file is sent to: an instruction, a request. */
  target_id: string;
  file_name: string;
  size_bytes: number;
  /** How often it was sent, the present time included. */
  attempts: number;
  state: UploadState;
}

export type NewUpload = Omit<Upload, 'tries' | 'state'>;

export type UploadEvent =
  | { kind: 'added'; uploads: readonly NewUpload[] }
  | { kind: 'started'; id: string }
  | { kind: 'progressed'; id: string; sentBytes: number }
  | { kind: 'succeeded'; id: string }
  | { kind: 'failed'; id: string; error: unknown }
  | { kind: 'cancelled'; id: string }
  | { kind: 'retried'; id: string }
  /** Taken off the list by its owner; only what rests. */
  | { kind: 'dismissed'; id: string };

const maxParallel = 3;

/** The uploads after something happened. What does not fit the state of its upload changes nothing. */
export function applyEvent(uploads: readonly Upload[], event: UploadEvent): readonly Upload[] {
  switch (event.kind) {
    case 'added':
      return [...uploads, ...event.uploads.map(waiting)];
    case 'dismissed':
      return uploads.filter((upload) => upload.id !== event.id || isActive(upload));
    default:
      return uploads.map((upload) =>
        upload.id === event.id ? { ...upload, ...changeOf(upload, event) } : upload,
      );
  }
}

/** What may start now: in the order of the list, three at a time. */
export function uploadsToStart(uploads: readonly Upload[]): Upload[] {
  const sending = uploads.filter(({ state }) => state.kind === 'sending').length;
  return uploads
    .filter(({ state }) => state.kind === 'waiting')
    .slice(0, Math.max(0, maxParallel - sending));
}

/** Waiting or on its way. */
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
      // The request also carries headers, so it may count more than the file has.
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

function waiting(upload: NewUpload): Upload {
  return { ...upload, attempts: 0, state: { kind: 'waiting' } };
}
