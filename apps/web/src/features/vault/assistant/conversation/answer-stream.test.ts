import { expect, test } from 'vitest';
import { AnswerCutOff, jsonLines, readAnswer } from './answer-stream.ts';

/** The bytes of a text, so many at a time. */
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

async function read(stream: ReadableStream<Uint8Array>): Promise<unknown[]> {
  const values: unknown[] = [];
  for await (const value of jsonLines(stream)) values.push(value);
  return values;
}

test('a cut in the middle of a letter, of a value or of a line changes nothing', async () => {
  const lines = [{ text: 'Ключи 🗝️ у соседки' }, { text: '<b>\n' }, { success: true }];
  const text = lines.map((line) => `${JSON.stringify(line)}\n`).join('');
  for (let size = 1; size <= 40; size += 1) {
    expect(await read(streamOf(text, size)), `${size} bytes at a time`).toEqual(lines);
  }
});

test('the last line needs no end', async () => {
  expect(await read(streamOf('{"a":1}\n\n{"b":2}', 3))).toEqual([{ a: 1 }, { b: 2 }]);
});

test('half a line at the end is left out', async () => {
  expect(await read(streamOf('{"a":1}\n{"b":', 4))).toEqual([{ a: 1 }]);
});

test('what is no JSON is an error', async () => {
  await expect(read(streamOf('<html>\n{"a":1}\n', 5))).rejects.toBeInstanceOf(SyntaxError);
});

test('a line that breaks is an error after what has arrived', async () => {
  const broken = new ReadableStream<Uint8Array>({
    pull: (controller) => {
      controller.enqueue(new TextEncoder().encode('{"a":1}\n'));
      controller.error(new TypeError('network error'));
    },
  });
  await expect(read(broken)).rejects.toBeInstanceOf(TypeError);
});

async function* lines(...values: unknown[]) {
  yield* values;
}

const answer = { success: true, response: 'Здравствуйте.', error: null };

test('tells the pieces as they come and ends with the whole answer', async () => {
  const pieces: string[] = [];
  const told = lines({ text: 'Здрав' }, { text: 'ствуйте.' }, answer);
  expect(await readAnswer(told, (piece) => pieces.push(piece))).toEqual(answer);
  expect(pieces).toEqual(['Здрав', 'ствуйте.']);
});

test('an answer that was not streamed is an answer too', async () => {
  expect(await readAnswer(lines(answer), () => {})).toEqual(answer);
});

test('pieces without an end were cut off', async () => {
  const pieces: string[] = [];
  const told = readAnswer(lines({ text: 'Здрав' }), (piece) => pieces.push(piece));
  await expect(told).rejects.toBeInstanceOf(AnswerCutOff);
  expect(pieces).toEqual(['Здрав']);
});

test('a line it does not know is passed over', async () => {
  expect(await readAnswer(lines(null, 5, { other: 1 }, answer), () => {})).toEqual(answer);
});
