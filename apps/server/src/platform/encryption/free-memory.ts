/**
 * Gives the memory of bytes back at once, if they are the only ones in it. What waits for the garbage
 * collector instead adds up to several times what a transfer needs. Nobody may look at them again.
 */
export function freeMemory({ buffer, byteLength }: Buffer): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0);
}
