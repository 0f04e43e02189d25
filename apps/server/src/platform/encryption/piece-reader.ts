import { freeMemory } from './free-memory.ts';

const nothing: Buffer = Buffer.alloc(0);

/**
 * Reads pieces of wanted sizes out of chunks, however those are cut. Chunks that are `given` belong
 * to it: the memory of one that was copied is free at once.
 */
export function pieceReader(chunks: AsyncIterable<Buffer>, { areGiven = false } = {}) {
  const source = chunks[Symbol.asyncIterator]();
  let chunk = nothing;
  let read = 0;
  let isOver = false;
  let joined = nothing;

  /** Whether there is a chunk to read from. */
  async function hasChunk(): Promise<boolean> {
    while (read === chunk.length && !isOver) {
      const { done, value } = await source.next();
      chunk = done ? nothing : value;
      read = 0;
      isOver = done === true;
    }
    return read < chunk.length;
  }

  /** As much of the chunk as is wanted, and as there is. */
  function copyInto(target: Buffer, filled: number, size: number): number {
    const step = chunk.copy(target, filled, read, read + size - filled);
    read += step;
    if (areGiven && read === chunk.length) {
      freeMemory(chunk);
      chunk = nothing;
      read = 0;
    }
    return step;
  }

  return {
    /** The next `size` bytes, fewer only at the end. Good until the next piece is taken. */
    async take(size: number): Promise<Buffer> {
      for (let filled = 0; ; ) {
        const isThere = filled < size && (await hasChunk());
        if (filled === 0 && chunk.length - read >= size) {
          read += size;
          return chunk.subarray(read - size, read);
        }
        if (!isThere) return joined.subarray(0, filled);
        if (joined.length < size) joined = Buffer.allocUnsafeSlow(size);
        filled += copyInto(joined, filled, size);
      }
    },

    isAtEnd: async (): Promise<boolean> => !(await hasChunk()),

    /** Also when nobody reads to the end. */
    async close(): Promise<void> {
      await source.return?.();
    },
  };
}
