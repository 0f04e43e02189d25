import type { Readable } from 'node:stream';
import type { Logger } from 'pino';
import type { HttpContext } from './http-context.ts';
import type { Download } from './route.ts';

/** Sends a file while it is read. If reading fails in the middle, the connection breaks off. */
export function answerDownload(c: HttpContext, download: Download, log: Logger): Response {
  const { bytes, size, mime_type, file_name } = download;
  const headers = {
    'Content-Type': mime_type,
    'Content-Disposition': attachmentNamed(file_name),
    'Cache-Control': 'no-store, no-transform',
    ...(size !== undefined && { 'Content-Length': String(size) }),
  };
  if (c.req.method === 'HEAD') {
    // A question about the file alone: nobody will read its bytes.
    bytes.destroy();
    return c.body(null, 200, headers);
  }
  const breakOff = (error: unknown) => {
    log.error(
      { code: 'download_broke_off', err: error, request_id: c.get('requestId') },
      'a download broke off while it was sent',
    );
    c.env.outgoing.destroy();
  };
  return c.body(streamOf(bytes, breakOff), 200, headers);
}

/** Failing, it does not end: an end would make a cut file look whole. The line is cut instead. */
function streamOf(bytes: Readable, breakOff: (error: unknown) => void): ReadableStream {
  const chunks = bytes.iterator();
  return new ReadableStream(
    {
      pull: async (controller) => {
        try {
          const { done, value } = await chunks.next();
          if (done) controller.close();
          else controller.enqueue(value);
        } catch (error) {
          breakOff(error);
        }
      },
      cancel: () => {
        bytes.destroy();
      },
    },
    { highWaterMark: 0 },
  );
}

/** Both forms of RFC 6266: plain letters for old programs, the real name for all others. */
export function attachmentNamed(fileName: string): string {
  const plain = fileName
    .normalize('NFKD')
    .replace(/[^\x20-\x7e]/g, '_')
    .replace(/["\\%]/g, '_');
  return `attachment; filename="${plain}"; filename*=UTF-8''${encodeForHeader(fileName)}`;
}

function encodeForHeader(text: string): string {
  return encodeURIComponent(text.toWellFormed()).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
