import { StringDecoder } from 'node:string_decoder';
import { z } from 'zod';

/** What a command line asks the running server for. */
export interface ControlRequest {
  command: string;
  [argument: string]: unknown;
}

export const controlRequest = z.looseObject({ command: z.string() });

/** What the server answers: any number of lines about its progress, then one that ends it. */
export const controlAnswer = z.union([
  z.object({ progress: z.string() }),
  z.object({ error: z.string() }),
  z.object({ result: z.unknown() }),
]);

export type ControlAnswer = z.output<typeof controlAnswer>;

export function asLine(value: ControlRequest | ControlAnswer): string {
  return `${JSON.stringify(value)}\n`;
}

const longestLine = 64 * 1024;

/** Lines out of bytes that arrive in any pieces. */
export async function* linesOf(chunks: AsyncIterable<Buffer>): AsyncGenerator<string> {
  const decoder = new StringDecoder('utf8');
  let rest = '';
  for await (const chunk of chunks) {
    rest += decoder.write(chunk);
    const lines = rest.split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
    if (rest.length > longestLine) throw new Error('A line is too long.');
  }
}
