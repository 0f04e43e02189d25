import { expect, test } from 'vitest';
import { IncompleteAnswerError, parseJsonLines, readAnswer } from './answer-stream.ts';

/** Streams a text in chunks of `size` bytes. */
function streamOf(text: string, size: number): ReadableStream<Uint8Array> {
  const bytes = new TextEncoder().encode(text);
  return new ReadableStream({
    start: (controller) => {
      for (let at = 0; at < bytes.length; at += size)
        controller.enqueue(bytes.slice(at, at + size));
      controller.close();
    },
  });
}

async function readAll(stream: ReadableStream<Uint8Array>): Promise<unknown[]> {
  const values: unknown[] = [];
  for await (const value of parseJsonLines(stream)) values.push(value);
  return values;
}

test('reads the same values for any chunk boundaries', async () => {
  const lines = [{ text: 'Ключи 🗝️ у соседки' }, { text: '<b>\n' }, { success: true }];
  const text = lines.map((line) => `${JSON.stringify(line)}\n`).join('');
  for (let size = 1; size <= 40; size += 1) {
    expect(await readAll(streamOf(text, size)), `${size} bytes at a time`).toEqual(lines);
  }
});

test('the last line needs no line break', async () => {
  expect(await readAll(streamOf('{"a":1}\n\n{"b":2}', 3))).toEqual([{ a: 1 }, { b: 2 }]);
});

test('ignores an incomplete last line', async () => {
  expect(await readAll(streamOf('{"a":1}\n{"b":', 4))).toEqual([{ a: 1 }]);
});

test('rejects a line that is not JSON', async () => {
  await expect(readAll(streamOf('<html>\n{"a":1}\n', 5))).rejects.toBeInstanceOf(SyntaxError);
});

test('rejects when the connection breaks', async () => {
  const broken = new ReadableStream<Uint8Array>({
    pull: (controller) => {
      controller.enqueue(new TextEncoder().encode('{"a":1}\n'));
      controller.error(new TypeError('network error'));
    },
  });
  await expect(readAll(broken)).rejects.toBeInstanceOf(TypeError);
});

async function* lines(...values: unknown[]) {
  yield* values;
}

const answer = { success: true, response: 'Здравствуйте.', error: null };

test('emits the pieces in order and resolves to the complete answer', async () => {
  const pieces: string[] = [];
  const stream = lines({ text: 'Здрав' }, { text: 'ствуйте.' }, answer);
  expect(await readAnswer(stream, (piece) => pieces.push(piece))).toEqual(answer);
  expect(pieces).toEqual(['Здрав', 'ствуйте.']);
});

test('reads an answer that was not streamed', async () => {
  expect(await readAnswer(lines(answer), () => {})).toEqual(answer);
});

test('rejects a stream that ends before the complete answer', async () => {
  const pieces: string[] = [];
  const reading = readAnswer(lines({ text: 'Здрав' }), (piece) => pieces.push(piece));
  await expect(reading).rejects.toBeInstanceOf(IncompleteAnswerError);
  expect(pieces).toEqual(['Здрав']);
});

test('ignores unknown lines', async () => {
  expect(await readAnswer(lines(null, 5, { other: 1 }, answer), () => {})).toEqual(answer);
});
