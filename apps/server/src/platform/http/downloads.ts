import type { Readable } from 'node:stream';
import type { Logger } from 'pino';
import { type HttpContext, requestHeader } from './http-context.ts';
import type { Download, ResumableDownload } from './route.ts';

/** Streams a file. If reading fails, the connection is destroyed. */
export async function answerDownload(
  c: HttpContext,
  download: Download | ResumableDownload,
  log: Logger,
): Promise<Response> {
  if ('open' in download) return answerResumable(c, download, log);
  const { bytes, size } = download;
  const headers = {
    ...headersOf(download),
    ...(size !== undefined && { 'Content-Length': String(size) }),
  };
  if (c.req.method === 'HEAD') {
    bytes.destroy();
    return c.body(null, 200, headers);
  }
  return c.body(streamTo(c, bytes, log), 200, headers);
}

/** Supports range requests, to resume interrupted downloads. */
async function answerResumable(
  c: HttpContext,
  download: ResumableDownload,
  log: Logger,
): Promise<Response> {
  const { size, etag } = download;
  const headers = { ...headersOf(download), 'Accept-Ranges': 'bytes', ETag: etag };
  const requested = { range: requestHeader(c, 'range'), ifRange: requestHeader(c, 'if-range') };
  const range = parseRange(requested, size, etag);
  if (range === 'unsatisfiable') {
    return c.body(null, 416, { 'Accept-Ranges': 'bytes', 'Content-Range': `bytes */${size}` });
  }
  const { start, end } = range === 'everything' ? { start: 0, end: size - 1 } : range;
  const sent = { ...headers, 'Content-Length': String(end - start + 1) };
  if (c.req.method === 'HEAD') return c.body(null, 200, { ...sent, 'Content-Length': `${size}` });
  const body = streamTo(c, await download.open(start, end), log);
  if (range === 'everything') return c.body(body, 200, sent);
  return c.body(body, 206, { ...sent, 'Content-Range': `bytes ${start}-${end}/${size}` });
}

function headersOf({ mime_type, file_name }: Pick<Download, 'mime_type' | 'file_name'>) {
  return {
    'Content-Type': mime_type,
    'Content-Disposition': contentDisposition(file_name),
    'Cache-Control': 'no-store, no-transform',
  };
}

function streamTo(c: HttpContext, bytes: Readable, log: Logger): ReadableStream {
  const fail = (error: unknown) => {
    log.error(
      { code: 'download_broke_off', err: error, request_id: c.get('requestId') },
      'download failed while it was sent',
    );
    c.env.outgoing.destroy();
  };
  return toReadableStream(bytes, fail);
}

/** A failure must not end the stream, which would make the file look complete. */
function toReadableStream(bytes: Readable, fail: (error: unknown) => void): ReadableStream {
  const chunks = bytes.iterator();
  return new ReadableStream(
    {
      pull: async (controller) => {
        try {
          const { done, value } = await chunks.next();
          if (done) controller.close();
          else controller.enqueue(value);
        } catch (error) {
          fail(error);
        }
      },
      cancel: () => {
        bytes.destroy();
      },
    },
    { highWaterMark: 0 },
  );
}

/** Returns both forms of a file name (RFC 6266): ASCII for old clients, and the real name. */
export function contentDisposition(fileName: string): string {
  const plain = fileName
    .normalize('NFKD')
    .replace(/[^\x20-\x7e]/g, '_')
    .replace(/["\\%]/g, '_');
  return `attachment; filename="${plain}"; filename*=UTF-8''${encodeForHeader(fileName)}`;
}

function encodeForHeader(text: string): string {
  return encodeURIComponent(text.toWellFormed()).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

/** Both ends inclusive. */
interface RequestedRange {
  start: number;
  end: number;
}

interface RangeHeaders {
  range: string | undefined;
  ifRange: string | undefined;
}

/**
 * Parses a range (RFC 9110, section 14). Multiple or invalid ranges and changed files get the
 * complete file.
 */
export function parseRange(
  { range, ifRange }: RangeHeaders,
  size: number,
  etag: string,
): RequestedRange | 'everything' | 'unsatisfiable' {
  const [, first, last] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(range ?? '') ?? [];
  if (first === undefined || last === undefined || first + last === '') return 'everything';
  if (ifRange !== undefined && ifRange !== etag) return 'everything';
  if (first === '') return lastBytes(Number(last), size);
  const [start, end] = [Number(first), last === '' ? size - 1 : Number(last)];
  if (last !== '' && end < start) return 'everything';
  return start < size ? { start, end: Math.min(end, size - 1) } : 'unsatisfiable';
}

function lastBytes(count: number, size: number): RequestedRange | 'unsatisfiable' {
  if (count === 0 || size === 0) return 'unsatisfiable';
  return { start: Math.max(0, size - count), end: size - 1 };
}
