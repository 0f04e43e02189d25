import { errorOf } from '@zavet/contract/client';
import type { ErrorCode } from '@zavet/contract/errors';

/** What the servers of a stack answered to everybody. */
export interface WatchedAnswers {
  /** What may never be answered, since this was asked last. */
  takeWrong(): string[];
  total(): number;
  /** How many said that the database is away. */
  unavailable(): number;
  slowestMs(): number;
  stop(): void;
}

/** Answers that a person is asked to repeat. */
const passing: ErrorCode[] = ['database_unavailable', 'payment_outcome_unknown'];
const longestAnswerMs = 45_000;

/** Looks at every answer that anybody in this process gets from an address on this machine. */
export function watchAnswers(): WatchedAnswers {
  const plainFetch = globalThis.fetch;
  let wrong: string[] = [];
  let total = 0;
  let unavailable = 0;
  let slowestMs = 0;

  globalThis.fetch = async (input, init) => {
    const address = String(input);
    if (!address.includes('//localhost:')) return plainFetch(input, init);
    const call = `${init?.method ?? 'GET'} ${new URL(address).pathname.replaceAll(/[\da-f-]{36}/g, '…')}`;
    const startedAt = performance.now();
    total += 1;
    try {
      const response = await plainFetch(input, init);
      await look(call, response);
      return response;
    } catch (error) {
      wrong.push(`${call}: no answer, ${String((error as Error).cause ?? error)}`);
      throw error;
    } finally {
      const ms = performance.now() - startedAt;
      slowestMs = Math.max(slowestMs, ms);
      if (ms > longestAnswerMs) wrong.push(`${call}: answered after ${Math.round(ms / 1000)} s`);
    }
  };

  async function look(call: string, response: Response): Promise<void> {
    if (response.status < 500 && response.status !== 401) return;
    const { code } = await errorOf(response.clone());
    if (code === 'database_unavailable') unavailable += 1;
    if (response.status !== 503 || !passing.includes(code)) {
      wrong.push(`${call}: ${response.status} ${code}`);
    }
  }

  return {
    takeWrong: () => {
      const taken = wrong;
      wrong = [];
      return taken;
    },
    total: () => total,
    unavailable: () => unavailable,
    slowestMs: () => slowestMs,
    stop: () => {
      globalThis.fetch = plainFetch;
    },
  };
}
