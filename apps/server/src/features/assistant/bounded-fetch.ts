/** Far more than the longest reply, far less than the memory of a server. */
const longestAnswerBytes = 4 * 1024 * 1024;

/** Fetches without following to another address, and breaks off an answer that does not end. */
export async function boundedFetch(
  input: string | URL | Request,
  init?: RequestInit,
): Promise<Response> {
  const response = await fetch(input, { ...init, redirect: 'error' });
  if (!response.body) return response;
  let received = 0;
  const counted = response.body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform: (bytes, controller) => {
        received += bytes.length;
        if (received > longestAnswerBytes) throw new Error('The answer does not end.');
        controller.enqueue(bytes);
      },
    }),
  );
  const { status, statusText, headers } = response;
  return new Response(counted, { status, statusText, headers });
}
