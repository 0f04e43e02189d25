/** A fetch for files: no total timeout, but it fails after a minute without progress. */
export async function transferFetch(path: string, init: RequestInit): Promise<Response> {
  const abortController = new AbortController();
  const watch = watchForStall(() => abortController.abort(stalled()));
  const signal = init.signal
    ? AbortSignal.any([init.signal, abortController.signal])
    : abortController.signal;
  try {
    const response = await fetch(path, { ...init, signal, credentials: 'same-origin' });
    const { status, statusText, headers } = response;
    if (!response.body) {
      watch.stop();
      return response;
    }
    const watched = response.body.pipeThrough(
      new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
        transform: (chunk, controller) => {
          watch.reset();
          controller.enqueue(chunk);
        },
        flush: watch.stop,
      }),
    );
    return new Response(watched, { status, statusText, headers });
  } catch (error) {
    watch.stop();
    throw error;
  }
}

const stallMs = 60_000;

/** Calls `onStall` after a minute without progress. */
export function watchForStall(onStall: () => void) {
  let timer = setTimeout(onStall, stallMs);
  return {
    reset: () => {
      clearTimeout(timer);
      timer = setTimeout(onStall, stallMs);
    },
    stop: () => clearTimeout(timer),
  };
}

/** The error name of a timeout, so that both get the same message. */
export function stalled(): DOMException {
  return new DOMException('No progress for a minute', 'TimeoutError');
}
