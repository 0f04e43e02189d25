import type { AssistantAnswer } from '@zavet/contract/assistant/assistant-endpoints';

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
