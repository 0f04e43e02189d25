import { api } from '../../../platform/client/api.ts';
import { uploadArchive } from '../../../platform/client/uploads.ts';
import { Observable } from '../../../platform/state/observable.ts';

export interface SendingArchive {
  sent_bytes: number;
  total_bytes: number;
}

/** An archive on its way. It goes on while other screens are looked at. */
class ArchiveUpload extends Observable<SendingArchive | undefined> {
  #stop: AbortController | undefined;

  constructor() {
    super(undefined);
  }

  /** Settles when it has arrived. One that was stopped is called off. */
  async send(archive: File): Promise<void> {
    if (this.state()) return;
    const stop = new AbortController();
    this.#stop = stop;
    const total_bytes = archive.size;
    this.become({ sent_bytes: 0, total_bytes });
    try {
      const body = { size_bytes: total_bytes };
      const { id } = await api.beginImport({ body });
      const onProgress = (sent_bytes: number) => {
        if (!stop.signal.aborted) this.become({ sent_bytes, total_bytes });
      };
      const options = { signal: stop.signal, onProgress };
      await uploadArchive(id, archive, options);
    } finally {
      this.become(undefined);
    }
  }

  stop(): void {
    this.#stop?.abort(new DOMException('The archive was stopped.', 'AbortError'));
  }
}

export const archiveUpload = new ArchiveUpload();

export function isStopped(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'AbortError';
}
