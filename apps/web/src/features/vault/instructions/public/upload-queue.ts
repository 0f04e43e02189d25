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
  tries: number;
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
export function afterEvent(uploads: readonly Upload[], event: UploadEvent): readonly Upload[] {
  switch (event.kind) {
    case 'added':
      return [...uploads, ...event.uploads.map(waiting)];
    case 'dismissed':
      return uploads.filter((upload) => upload.id !== event.id || isGoing(upload));
    default:
      return uploads.map((upload) =>
        upload.id === event.id ? { ...upload, ...changeOf(upload, event) } : upload,
      );
  }
}

/** What may start now: in the order of the list, three at a time. */
export function dueUploads(uploads: readonly Upload[]): Upload[] {
  const sending = uploads.filter(({ state }) => state.kind === 'sending').length;
  return uploads
    .filter(({ state }) => state.kind === 'waiting')
    .slice(0, Math.max(0, maxParallel - sending));
}

/** Waiting or on its way. */
export function isGoing({ state }: Upload): boolean {
  return state.kind === 'waiting' || state.kind === 'sending';
}

type StateEvent = Exclude<UploadEvent, { kind: 'added' | 'dismissed' }>;

function changeOf(upload: Upload, event: StateEvent): Partial<Upload> {
  const { state, tries } = upload;
  const isSending = state.kind === 'sending';
  switch (event.kind) {
    case 'started':
      return state.kind === 'waiting'
        ? { tries: tries + 1, state: { kind: 'sending', sentBytes: 0 } }
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
      return isGoing(upload) ? { state: { kind: 'cancelled' } } : {};
    case 'retried':
      return state.kind === 'failed' || state.kind === 'cancelled'
        ? { state: { kind: 'waiting' } }
        : {};
  }
}

function waiting(upload: NewUpload): Upload {
  return { ...upload, tries: 0, state: { kind: 'waiting' } };
}
