import type { AssistantAnswer } from '@zavet/contract/vault/assistant-endpoints';

/** The answer ended before it was whole. */
export class AnswerCutOff extends Error {}

/** Pieces first, then the answer as a whole. Without that last line it was cut off. */
export async function readAnswer(
  lines: AsyncIterable<unknown>,
  onText: (piece: string) => void,
): Promise<AssistantAnswer> {
  for await (const line of lines) {
    if (isAnswer(line)) return line;
    if (isPiece(line)) onText(line.text);
  }
  throw new AnswerCutOff();
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

/**
 * Values that arrive as a line of JSON each, cut at any byte. What is left of a line when
 * the bytes end counts only if it is whole.
 */
export async function* jsonLines(bytes: ReadableStream<Uint8Array>): AsyncGenerator<unknown> {
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
    const last = wholeValue(rest);
    if (last !== undefined) yield last;
  } finally {
    // A listener that stops does not need the rest either.
    reader.cancel().catch(() => {});
  }
}

function wholeValue(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
