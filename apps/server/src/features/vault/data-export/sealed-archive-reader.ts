import { Readable } from 'node:stream';
import { RandomAccessReader } from 'yauzl';
import type { OpenedFile } from '../../../platform/encryption/sealed-stream.ts';

/** What is read at once: the table of contents of a ZIP is asked for in crumbs. */
const windowBytes = 256 * 1024;

/** A sealed ZIP, for a program that wants to read here and there in it. */
export class SealedArchiveReader extends RandomAccessReader {
  /** Why the store, and not the archive, could not be read. */
  failure: unknown;
  readonly #file: OpenedFile;
  readonly #size: number;
  #window = { start: 0, bytes: Buffer.alloc(0) };

  constructor(file: OpenedFile, size: number) {
    super();
    this.#file = file;
    this.#size = size;
  }

  override _readStreamForRange(start: number, end: number): Readable {
    return Readable.from(this.#range(start, end), { objectMode: false, highWaterMark: 1 });
  }

  override read(
    buffer: Buffer,
    offset: number,
    length: number,
    position: number,
    callback: (error: Error | null) => void,
  ): void {
    this.#within(position, length).then(
      (bytes) => {
        bytes.copy(buffer, offset);
        callback(null);
      },
      (error: Error) => callback(error),
    );
  }

  async #within(position: number, length: number): Promise<Buffer> {
    const end = position + length;
    if (position < 0 || end > this.#size) throw new RangeError('Behind the end of an archive.');
    const { start, bytes } = this.#window;
    if (position < start || end > start + bytes.length) {
      const from = position - (position % windowBytes);
      const to = Math.min(this.#size, Math.max(from + windowBytes, end));
      const parts: Buffer[] = [];
      for await (const part of this.#range(from, to)) parts.push(part);
      this.#window = { start: from, bytes: Buffer.concat(parts) };
    }
    const at = position - this.#window.start;
    return this.#window.bytes.subarray(at, at + length);
  }

  async *#range(start: number, end: number): AsyncGenerator<Buffer> {
    if (start < 0 || end > this.#size) throw new RangeError('Behind the end of an archive.');
    try {
      yield* this.#file.range(start, end - 1);
    } catch (error) {
      this.failure ??= error;
      throw error;
    }
  }
}
