import type { AssistantAnswer } from '@zavet/contract/vault/assistant-endpoints';

/** The stream ended before the final line with the complete answer. */
export class IncompleteAnswerError extends Error {}

/**
 * Returns the complete answer from the final line. Passes the preceding pieces of text to `onText`.
 */
export async function readAnswer(
  lines: AsyncIterable<unknown>,
  onText: (piece: string) => void,
): Promise<AssistantAnswer> {
  for await (const line of lines) {
    if (isAnswer(line)) return line;
    if (isPiece(line)) onText(line.text);
  }
  throw new IncompleteAnswerError();
}

function isAnswer(line: unknown): line is AssistantAnswer {
  return isObject(line) && typeof line.success === 'boolean';
}

function isPiece(line: unknown): line is { text: string } {
  return isObject(line) && typeof line.text === 'string';
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

/** Parses JSON lines from chunks split at any byte. Ignores an incomplete last line. */
export async function* parseJsonLines(bytes: ReadableStream<Uint8Array>): AsyncGenerator<unknown> {
  const decoder = new TextDecoder();
  const reader = bytes.getReader();
  let rest = '';
  try {
    for (;;) {
      const { done, value } = await reader.read();
      rest += decoder.decode(value, { stream: !done });
      const lines = rest.split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) if (line.trim() !== '') yield JSON.parse(line);
      if (done) break;
    }
    const last = parseOrUndefined(rest);
    if (last !== undefined) yield last;
  } finally {
    // Ends the download if the consumer stops early.
    reader.cancel().catch(() => {});
  }
}

function parseOrUndefined(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
