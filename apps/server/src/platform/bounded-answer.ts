import { type JsonBounds, parseBoundedJson } from './bounded-json.ts';

/** The JSON of an answer of another service, with bounds on its bytes, its depth and its values. */
export async function readBoundedJson(
  response: Response,
  { bytes, ...bounds }: JsonBounds & { bytes: number },
): Promise<unknown> {
  const parts: Uint8Array[] = [];
  let received = 0;
  // Leaving the loop cancels the rest of the answer.
  for await (const part of response.body ?? []) {
    received += part.length;
    if (received > bytes) throw new Error('The answer is longer than any that is expected.');
    parts.push(part);
  }
  return parseBoundedJson(Buffer.concat(parts).toString(), bounds);
}
