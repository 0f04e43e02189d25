import { AsyncLocalStorage } from 'node:async_hooks';
import {
  type Context,
  defaultTextMapGetter,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import { Client, Pool } from 'pg';
import {
  nameOfError,
  type SpanAttributes,
  type SpanOptions,
  type TraceSpan,
  type Tracing,
  type TracingSettings,
} from './telemetry.ts';

const maxTextLength = 1_000;

/** Quoted text except identifiers, and numbers outside of names and placeholders. */
const literalValues = /\$(\w*)\$[\s\S]*?\$\1\$|[eE]?'(?:[^']|'')*'|(?<![\w$.])\d+(?:\.\d+)?\b/g;

const spanKinds = {
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  consumer: SpanKind.CONSUMER,
} as const;

/** Sends spans to a collector in the background; failures have no effect. */
export function createOpenTelemetry(settings: TracingSettings, version: string): Tracing {
  const exporter = new OTLPTraceExporter({ url: tracesUrl(settings.endpoint) });
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': 'zavet', 'service.version': version }),
    // Sampling is left to the collector, which knows more than this process.
    sampler: new ParentBasedSampler({ root: new AlwaysOnSampler() }),
    spanProcessors: [new BatchSpanProcessor({ exporter })],
  });
  const tracer = provider.getTracer('zavet', version);
  const propagator = new W3CTraceContextPropagator();
  const activeContext = new AsyncLocalStorage<Context>();

  function parentOf({ caller }: SpanOptions): Context {
    if (!caller) return activeContext.getStore() ?? ROOT_CONTEXT;
    return propagator.extract(ROOT_CONTEXT, caller, defaultTextMapGetter);
  }

  const tracing: Tracing = {
    inSpan: async (name, options, work) => {
      const parent = parentOf(options);
      const attributes = withoutUndefined(options.attributes);
      const span = tracer.startSpan(name, { kind: spanKinds[options.kind], attributes }, parent);
      try {
        return await activeContext.run(trace.setSpan(parent, span), () => work(traceSpan(span)));
      } catch (error) {
        fail(span, nameOfError(error));
        throw error;
      } finally {
        span.end();
      }
    },
    close: async () => {
      stopTracing();
      // An unavailable collector must not delay the end of the process for long.
      await provider.shutdown().catch(() => {});
    },
  };
  const stopTracing = traceStatements(tracing, () => activeContext.getStore() !== undefined);
  return tracing;
}

function traceSpan(span: Span): TraceSpan {
  return {
    traceId: span.spanContext().traceId,
    rename: (name) => void span.updateName(name),
    setAttributes: (attributes) => void span.setAttributes(withoutUndefined(attributes)),
    fail: (reason) => fail(span, reason),
  };
}

/** Marks a span as failed, without the message of the error, which may contain user input. */
function fail(span: Span, reason: string): void {
  span.setStatus({ code: SpanStatusCode.ERROR });
  span.setAttribute('error.type', reason);
}

function withoutUndefined(attributes: SpanAttributes = {}) {
  const entries = Object.entries(attributes).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as Record<string, string | number | boolean>;
}

function tracesUrl(endpoint: string): string {
  return `${endpoint.replace(/\/+$/, '')}/v1/traces`;
}

type Callback = (error: Error | undefined, ...rest: unknown[]) => void;

type Query = (this: Client, ...args: unknown[]) => unknown;

type Connect = (this: Pool, callback?: Callback) => unknown;

/**
 * Traces the statements sent to PostgreSQL within a span, without values, also those of the job queue.
 * Returns a function that ends the tracing.
 */
function traceStatements(tracing: Tracing, isTraced: () => boolean): () => void {
  const clients = Client.prototype as unknown as { query: Query };
  const pools = Pool.prototype as unknown as { connect: Connect };
  const { query } = clients;
  const { connect } = pools;

  clients.query = function (...args) {
    const text = textOf(args[0]);
    if (text === undefined || !isTraced()) return query.apply(this, args);
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
    // On the next tick, so that an error thrown by the caller does not count as a failed statement.
    const callBack = (...args: Parameters<Callback>) => process.nextTick(last as Callback, ...args);
    sent.then(
      (rest) => callBack(undefined, ...rest),
      (error: Error) => callBack(error),
    );
    return undefined;
  };
  // A waiting caller is resumed by another caller that releases its connection, but must keep its
  // own span.
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

/**
 * Returns the text of a statement; undefined for objects that submit themselves, such as cursors.
 */
function textOf(config: unknown): string | undefined {
  if (typeof config === 'string') return config;
  const { text, submit } = (config ?? {}) as { text?: unknown; submit?: unknown };
  return typeof text === 'string' && submit === undefined ? text : undefined;
}

/**
 * Replaces the values in a statement. Most statements have placeholders only, but some contain
 * values.
 */
export function withoutValues(statement: string): string {
  return statement.replace(literalValues, '?').replace(/\s+/g, ' ').trim().slice(0, maxTextLength);
}

export function operationOf(statement: string): string {
  return /^\s*\(?\s*([a-z]+)/i.exec(statement)?.[1]?.toUpperCase() ?? 'STATEMENT';
}
