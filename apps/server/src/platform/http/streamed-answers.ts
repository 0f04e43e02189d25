import { streamedLines } from '@zavet/contract/client';
import type { Logger } from 'pino';
import { type HttpContext, requestHeader } from './http-context.ts';

/** Yields progress and returns the result. */
export type ProgressGenerator = AsyncGenerator<unknown, unknown, undefined>;

export function acceptsLines(c: HttpContext): boolean {
  return (requestHeader(c, 'accept') ?? '').includes(streamedLines);
}

export async function finalResult(work: ProgressGenerator): Promise<unknown> {
  for (;;) {
    const { done, value } = await work.next();
    if (done) return value;
  }
}

/** Serializers for progress and result. */
export interface LineSerializers {
  progress(value: unknown): unknown;
  outcome(value: unknown): unknown;
}

/**
 * Sends JSON lines: progress, then the result. A failure before the first line is answered normally; a
 * later one destroys the connection.
 */
export async function answerWithLines(
  c: HttpContext,
  work: ProgressGenerator,
  serializers: LineSerializers,
  log: Logger,
): Promise<Response> {
  let next: IteratorResult<unknown, unknown> | undefined = await work.next();
  let isConnected = true;
  const lines = new ReadableStream<Uint8Array>(
    {
      pull: async (controller) => {
        try {
          const { done, value } = next ?? (await work.next());
          next = undefined;
          if (!isConnected) return;
          const line = done ? serializers.outcome(value) : serializers.progress(value);
          controller.enqueue(Buffer.from(`${JSON.stringify(line)}\n`));
          if (done) controller.close();
        } catch (error) {
          if (!isConnected) return;
          log.error(
            { code: 'answer_broke_off', err: error, request_id: c.get('requestId') },
            'streamed response failed while it was sent',
          );
          c.env.outgoing.destroy();
        }
      },
      cancel: async () => {
        isConnected = false;
        await work.return(undefined);
      },
    },
    { highWaterMark: 0 },
  );
  return c.body(lines, 200, {
    ...c.get('apiHeaders'),
    'Content-Type': streamedLines,
    // Proxies must neither compress nor buffer the lines.
    'Cache-Control': 'no-store, no-transform',
    'X-Accel-Buffering': 'no',
  });
}
