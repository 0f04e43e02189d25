/** Far more than the longest reply, far less than the memory of a server. */
const longestAnswerBytes = 4 * 1024 * 1024;

/** What the protocol needs; whatever else a client would tell about this machine stays here. */
const neededHeaders = ['accept', 'content-type'];

/** Fetches without following to another address, and breaks off an answer that does not end. */
export function createModelFetch(apiKey: string | undefined): typeof fetch {
  return async (input, init) => {
    const given = new Headers(init?.headers);
    const headers = new Headers({ 'user-agent': 'zavet' });
    for (const name of neededHeaders) headers.set(name, given.get(name) ?? 'application/json');
    if (apiKey) headers.set('authorization', `Bearer ${apiKey}`);
    const response = await fetch(input, { ...init, headers, redirect: 'error' });
    if (!response.body) return response;
    const { status, statusText } = response;
    const body = response.body.pipeThrough(bounded());
    return new Response(body, { status, statusText, headers: response.headers });
  };
}

function bounded(): TransformStream<Uint8Array, Uint8Array> {
  let received = 0;
  return new TransformStream({
    transform: (bytes, controller) => {
      received += bytes.length;
      if (received > longestAnswerBytes) throw new Error('The answer does not end.');
      controller.enqueue(bytes);
    },
  });
}
