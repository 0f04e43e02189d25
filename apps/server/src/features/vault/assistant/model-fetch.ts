const maxAnswerBytes = 4 * 1024 * 1024;
/** A line holds a few words and is parsed as a whole. */
const maxLineBytes = 64 * 1024;
/** The body of an error response is parsed as a whole, too. */
const maxErrorBytes = 64 * 1024;

/** Other headers of the client would reveal details of this machine. */
const forwardedHeaders = ['accept', 'content-type'];

/** Responses whose stream ended with `[DONE]`. */
const finishedResponses = new WeakSet<Response>();

/** A `fetch` that follows no redirects and limits the size of a response. */
export function createModelFetch(apiKey: string | undefined): typeof fetch {
  return async (input, init) => {
    const original = new Headers(init?.headers);
    const headers = new Headers({ 'user-agent': 'zavet' });
    for (const name of forwardedHeaders)
      headers.set(name, original.get(name) ?? 'application/json');
    if (apiKey) headers.set('authorization', `Bearer ${apiKey}`);
    const received = await fetch(input, { ...init, headers, redirect: 'error' });
    if (!received.body) return received;
    const { status, statusText } = received;
    const body = received.body
      .pipeThrough(limitBytes(received.ok ? maxAnswerBytes : maxErrorBytes))
      .pipeThrough(endAtDone(() => finishedResponses.add(response)));
    const response = new Response(body, { status, statusText, headers: received.headers });
    return response;
  };
}

/** The part of the stream read so far ended with `[DONE]`. */
export function isFinished(response: Response): boolean {
  return finishedResponses.has(response);
}

function limitBytes(maxBytes: number): TransformStream<Uint8Array, Uint8Array> {
  let received = 0;
  return new TransformStream({
    transform: (bytes, controller) => {
      received += bytes.length;
      if (received > maxBytes) throw new Error('The answer does not end.');
      controller.enqueue(bytes);
    },
  });
}

const lineFeed = 10;
const carriageReturn = 13;
const lineEnd = /\r\n|\n|\r/;
const doneLine = /^data:\s?\[DONE\]/;
const doneLength = 'data: [DONE]'.length;

/**
 * Ends the stream at the line `data: [DONE]`, even if the service keeps the connection open. Texts
 * cannot contain this line, because their line breaks are escaped.
 */
function endAtDone(onDone: () => void): TransformStream<Uint8Array, Uint8Array> {
  let line = '';
  let lineBytes = 0;
  return new TransformStream({
    transform: (bytes, controller) => {
      const lastEnd = Math.max(bytes.lastIndexOf(lineFeed), bytes.lastIndexOf(carriageReturn));
      lineBytes = lastEnd < 0 ? lineBytes + bytes.length : bytes.length - lastEnd - 1;
      if (lineBytes > maxLineBytes) throw new Error('A line of the answer does not end.');
      controller.enqueue(bytes);
      const lines = (line + Buffer.from(bytes).toString('latin1')).split(lineEnd);
      // Only the beginning of an unfinished line matters.
      line = lines.at(-1)?.slice(0, doneLength) ?? '';
      if (!lines.some((one) => doneLine.test(one))) return;
      onDone();
      controller.terminate();
    },
  });
}
