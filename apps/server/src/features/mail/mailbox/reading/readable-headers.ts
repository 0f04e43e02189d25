import { isUtf8 } from 'node:buffer';

/**
 * Old programs wrote names and subjects in the bytes of their own alphabet without saying so. What
 * is no UTF-8 is read as the alphabet that the mail names, or else as the one they used most here.
 */
export function readableHeaders(bytes: Buffer): Buffer {
  if (isUtf8(bytes)) return bytes;
  const named = /charset\s*=\s*"?([\w-]{1,40})/i.exec(bytes.toString('latin1'))?.[1];
  return Buffer.from(decoderFor(named).decode(bytes));
}

function decoderFor(charset: string | undefined) {
  const isUseful = charset !== undefined && !/^(utf-?8|us-ascii)$/i.test(charset);
  if (isUseful) {
    try {
      return new TextDecoder(charset);
    } catch {
      // Unknown: the usual one.
    }
  }
  return new TextDecoder('windows-1251');
}

/** A whole message with headers that can be read. Its body says itself what it is written in. */
export function withReadableHeaders(source: Buffer): Buffer {
  const end = endOfHeaders(source);
  const headers = source.subarray(0, end);
  const readable = readableHeaders(headers);
  return readable === headers ? source : Buffer.concat([readable, source.subarray(end)]);
}

function endOfHeaders(source: Buffer): number {
  const ends = [source.indexOf('\r\n\r\n'), source.indexOf('\n\n')].filter((end) => end >= 0);
  return ends.length > 0 ? Math.min(...ends) : source.length;
}
