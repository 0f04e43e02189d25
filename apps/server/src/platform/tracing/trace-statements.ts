import { AsyncLocalStorage } from 'node:async_hooks';
import { Client, Pool } from 'pg';
import { operationOf, withoutValues } from './statement-rules.ts';
import type { SpanOptions, Tracing } from './tracing.ts';

type Callback = (error: Error | undefined, ...rest: unknown[]) => void;
type Query = (this: Client, ...args: unknown[]) => unknown;
type Connect = (this: Pool, callback?: Callback) => unknown;

/**
 * Follows the statements that are sent to PostgreSQL inside of a span, by the text and without its
 * values; the job queue's too. Returns the function that ends it.
 */
export function traceStatements(tracing: Tracing, isFollowed: () => boolean): () => void {
  const clients = Client.prototype as unknown as { query: Query };
  const pools = Pool.prototype as unknown as { connect: Connect };
  const { query } = clients;
  const { connect } = pools;

  clients.query = function (...args) {
    const text = textOf(args[0]);
    if (text === undefined || !isFollowed()) return query.apply(this, args);
    const [operation, options] = [operationOf(text), spanOf(text)];
    const last = args.at(-1);
    if (typeof last !== 'function') {
      return tracing.inSpan(operation, options, () => query.apply(this, args) as Promise<unknown>);
    }
    const sent = tracing.inSpan(
      operation,
      options,
      () =>
        new Promise<unknown[]>((resolve, reject) => {
          const settle: Callback = (error, ...rest) => (error ? reject(error) : resolve(rest));
          query.apply(this, [...args.slice(0, -1), settle]);
        }),
    );
    // What the caller throws is its own affair, and must not be taken for a failed statement.
    const tell = (...told: Parameters<Callback>) => process.nextTick(last as Callback, ...told);
    sent.then(
      (rest) => tell(undefined, ...rest),
      (error: Error) => tell(error),
    );
    return undefined;
  };
  // Who waits for a connection gets it from somebody else, and would go on inside that one's span.
  pools.connect = function (callback) {
    return connect.call(this, callback && AsyncLocalStorage.bind(callback));
  };
  return () => {
    clients.query = query;
    pools.connect = connect;
  };
}

function spanOf(text: string): SpanOptions {
  const attributes = {
    'db.system.name': 'postgresql',
    'db.operation.name': operationOf(text),
    'db.query.text': withoutValues(text),
  };
  return { kind: 'client', attributes };
}

/** Undefined for what is no plain statement, such as a cursor. */
function textOf(config: unknown): string | undefined {
  if (typeof config === 'string') return config;
  const { text, submit } = (config ?? {}) as { text?: unknown; submit?: unknown };
  return typeof text === 'string' && submit === undefined ? text : undefined;
}
