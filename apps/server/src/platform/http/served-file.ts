import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { COMPRESSIBLE_CONTENT_TYPE_REGEX } from 'hono/compress';
import { parseAccept } from 'hono/utils/accept';
import { type HttpContext, requestHeader } from './http-context.ts';

type Bytes = Uint8Array<ArrayBuffer>;
type Encoding = 'br' | 'gzip';

/** A file that is kept in memory with its compressed forms. */
export interface ServedFile {
  bytes: Bytes;
  contentType: string;
  cacheControl: string;
  etag: string;
  isCompressible: boolean;
  compressed: Partial<Record<Encoding, Promise<Bytes>>>;
}

const encodings: readonly Encoding[] = ['br', 'gzip'];
const worthCompressingBytes = 1024;
const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

export function servedFile(
  bytes: Bytes,
  contentType: string,
  cacheControl: string,
  precompressed: Partial<Record<Encoding, Bytes>> = {},
): ServedFile {
  const compressed: ServedFile['compressed'] = {};
  if (precompressed.br) compressed.br = Promise.resolve(precompressed.br);
  if (precompressed.gzip) compressed.gzip = Promise.resolve(precompressed.gzip);
  return {
    bytes,
    contentType,
    cacheControl,
    // Weak, because all encodings of the file share it.
    etag: `W/"${createHash('sha256').update(bytes).digest('base64url')}"`,
    isCompressible:
      bytes.length >= worthCompressingBytes && COMPRESSIBLE_CONTENT_TYPE_REGEX.test(contentType),
    compressed,
  };
}

/** The file in the best form the client takes, or 304 when the client has it already. */
export async function answerFile(c: HttpContext, file: ServedFile): Promise<Response> {
  c.header('ETag', file.etag);
  c.header('Cache-Control', file.cacheControl);
  if (file.isCompressible) c.header('Vary', 'Accept-Encoding');
  if (hasCurrent(requestHeader(c, 'if-none-match'), file.etag)) return c.body(null, 304);

  const encoding = file.isCompressible && acceptedEncoding(requestHeader(c, 'accept-encoding'));
  const bytes = encoding ? await compressedForm(file, encoding) : file.bytes;
  if (encoding) c.header('Content-Encoding', encoding);
  return c.body(bytes, 200, {
    'Content-Type': file.contentType,
    'Content-Length': String(bytes.length),
  });
}

function hasCurrent(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch?.trim() === '*') return true;
  const opaque = etag.slice(2);
  return ifNoneMatch?.match(/"[^"]*"/g)?.includes(opaque) ?? false;
}

function acceptedEncoding(header: string | undefined): Encoding | undefined {
  const accepted = parseAccept(header ?? '');
  return encodings.find((encoding) => {
    const named = accepted.find(({ type }) => type.toLowerCase() === encoding);
    const match = named ?? accepted.find(({ type }) => type === '*');
    return match !== undefined && match.q > 0;
  });
}

function compressedForm(file: ServedFile, encoding: Encoding): Promise<Bytes> {
  file.compressed[encoding] ??=
    encoding === 'gzip'
      ? compressGzip(file.bytes)
      : compressBrotli(file.bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } });
  return file.compressed[encoding];
}
