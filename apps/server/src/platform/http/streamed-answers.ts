import { streamedLines } from '@zavet/contract/client';
import type { Logger } from 'pino';
import { type HttpContext, requestHeader } from './http-context.ts';

/** What a handler does while its caller can watch: it yields what is sent ahead and returns the answer. */
export type Work = AsyncGenerator<unknown, unknown, undefined>;

export function acceptsLines(c: HttpContext): boolean {
  return (requestHeader(c, 'accept') ?? '').includes(streamedLines);
}

export async function finalResult(work: Work): Promise<unknown> {
  for (;;) {
    const { done, value } = await work.next();
    if (done) return value;
  }
}

/** The shape of what is sent ahead and of the answer, as the contract names their fields. */
export interface LineShapes {
  progress(value: unknown): unknown;
  outcome(value: unknown): unknown;
}

/**
 * Sends a line of JSON for everything the work yields and one for its outcome. What fails before
 * the first line is answered like any other failure; what fails later breaks the connection off.
 */
export async function answerWithLines(
  c: HttpContext,
  work: Work,
  shapes: LineShapes,
  log: Logger,
): Promise<Response> {
  let next: IteratorResult<unknown, unknown> | undefined = await work.next();
  let isWatched = true;
  const lines = new ReadableStream<Uint8Array>(
    {
      pull: async (controller) => {
        try {
          const { done, value } = next ?? (await work.next());
          next = undefined;
          if (!isWatched) return;
          const shaped = done ? shapes.outcome(value) : shapes.progress(value);
          controller.enqueue(Buffer.from(`${JSON.stringify(shaped)}\n`));
          if (done) controller.close();
        } catch (error) {
          if (!isWatched) return;
          log.error(
            { code: 'answer_broke_off', err: error, request_id: c.get('requestId') },
            'an answer broke off while it was sent',
          );
          c.env.outgoing.destroy();
        }
      },
      cancel: async () => {
        isWatched = false;
        await work.return(undefined);
      },
    },
    { highWaterMark: 0 },
  );
  return c.body(lines, 200, {
    ...c.get('apiHeaders'),
    'Content-Type': streamedLines,
    // Compressing or collecting it on the way would undo what it is for.
    'Cache-Control': 'no-store, no-transform',
    'X-Accel-Buffering': 'no',
  });
}
