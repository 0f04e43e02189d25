/** Far more than the longest reply, far less than the memory of a server. */
const longestAnswerBytes = 4 * 1024 * 1024;

/** A piece of a reply is a few words; it is parsed whole. */
const longestLineBytes = 64 * 1024;
/** The body of a failure, which is parsed whole as well. */
const longestRefusalBytes = 64 * 1024;

/** What the protocol needs; whatever else a client would tell about this machine stays here. */
const neededHeaders = ['accept', 'content-type'];

/** Answers of a service that said itself that it has said all. */
const finished = new WeakSet<Response>();

/** Fetches without following to another address, and breaks off an answer that does not end. */
export function createModelFetch(apiKey: string | undefined): typeof fetch {
  return async (input, init) => {
    const given = new Headers(init?.headers);
    const headers = new Headers({ 'user-agent': 'zavet' });
    for (const name of neededHeaders) headers.set(name, given.get(name) ?? 'application/json');
    if (apiKey) headers.set('authorization', `Bearer ${apiKey}`);
    const received = await fetch(input, { ...init, headers, redirect: 'error' });
    if (!received.body) return received;
    const { status, statusText } = received;
    const body = received.body
      .pipeThrough(bounded(received.ok ? longestAnswerBytes : longestRefusalBytes))
      .pipeThrough(untilDone(() => finished.add(response)));
    const response = new Response(body, { status, statusText, headers: received.headers });
    return response;
  };
}

/** Whether the stream of this answer has ended with `[DONE]`, so far as it was read. */
export function isFinished(response: Response): boolean {
  return finished.has(response);
}

function bounded(longestBytes: number): TransformStream<Uint8Array, Uint8Array> {
  let received = 0;
  return new TransformStream({
    transform: (bytes, controller) => {
      received += bytes.length;
      if (received > longestBytes) throw new Error('The answer does not end.');
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
 * Looks for the line that ends a stream of chat completions, which no text can hold: line breaks
 * are escaped there. What a service still keeps open afterwards is not waited for.
 */
function untilDone(onDone: () => void): TransformStream<Uint8Array, Uint8Array> {
  let line = '';
  let inLine = 0;
  return new TransformStream({
    transform: (bytes, controller) => {
      const lastEnd = Math.max(bytes.lastIndexOf(lineFeed), bytes.lastIndexOf(carriageReturn));
      inLine = lastEnd < 0 ? inLine + bytes.length : bytes.length - lastEnd - 1;
      if (inLine > longestLineBytes) throw new Error('A line of the answer does not end.');
      controller.enqueue(bytes);
      const lines = (line + Buffer.from(bytes).toString('latin1')).split(lineEnd);
      // Only the beginning of a line can tell; the rest of a long one need not be kept.
      line = lines.at(-1)?.slice(0, doneLength) ?? '';
      if (!lines.some((one) => doneLine.test(one))) return;
      onDone();
      controller.terminate();
    },
  });
}
