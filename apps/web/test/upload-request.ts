import type { FakeServer } from './fake-server.ts';

/** The part of XMLHttpRequest that uploads use, answered by the fake server. */
export function uploadRequestTo(fakeServer: FakeServer): typeof XMLHttpRequest {
  class UploadRequest {
    upload: { onprogress?: (event: { loaded: number }) => void } = {};
    onload?: () => void;
    onerror?: () => void;
    onloadend?: () => void;
    status = 0;
    responseText = '';
    readonly #cancel = new AbortController();
    #method = '';
    #path = '';

    open(method: string, path: string) {
      this.#method = method;
      this.#path = path;
    }

    setRequestHeader() {}

    abort() {
      this.#cancel.abort();
    }

    async send(body: Blob) {
      try {
        this.upload.onprogress?.({ loaded: body.size / 2 });
        const init = { method: this.#method, body, signal: this.#cancel.signal };
        const response = await fakeServer.fetch(this.#path, init);
        this.status = response.status;
        this.responseText = await response.text();
        this.onload?.();
      } catch {
        if (!this.#cancel.signal.aborted) this.onerror?.();
      } finally {
        this.onloadend?.();
      }
    }
  }
  return UploadRequest as unknown as typeof XMLHttpRequest;
}
