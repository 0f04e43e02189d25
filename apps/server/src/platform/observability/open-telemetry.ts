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
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  type Sampler,
  TraceIdRatioBasedSampler,
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
} from './tracing.ts';

const longestText = 1_000;

/** Text in quotes of any kind, but for names; and numbers that are no part of a name or a placeholder. */
const values = /\$(\w*)\$[\s\S]*?\$\1\$|[eE]?'(?:[^']|'')*'|(?<![\w$.])\d+(?:\.\d+)?\b/g;

const kinds = {
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  consumer: SpanKind.CONSUMER,
} as const;

/** Sends spans to a collector, in the background: nothing waits for it, and nothing fails with it. */
export function createOpenTelemetry(settings: TracingSettings, version: string): Tracing {
  const exporter = new OTLPTraceExporter({ url: tracesUrl(settings.endpoint) });
  const provider = new TracerProvider({
    resource: resourceFromAttributes({
      'service.name': settings.serviceName,
      'service.version': version,
    }),
    sampler: samplerOf(settings),
    spanProcessors: [new BatchSpanProcessor({ exporter })],
  });
  const tracer = provider.getTracer('zavet', version);
  const propagator = new W3CTraceContextPropagator();
  const current = new AsyncLocalStorage<Context>();

  function parentOf({ caller }: SpanOptions): Context {
    if (!caller) return current.getStore() ?? ROOT_CONTEXT;
    return propagator.extract(ROOT_CONTEXT, caller, defaultTextMapGetter);
  }

  const tracing: Tracing = {
    inSpan: async (name, options, work) => {
      const parent = parentOf(options);
      const attributes = definedOf(options.attributes);
      const span = tracer.startSpan(name, { kind: kinds[options.kind], attributes }, parent);
      try {
        return await current.run(trace.setSpan(parent, span), () => work(watched(span)));
      } catch (error) {
        fail(span, nameOfError(error));
        throw error;
      } finally {
        span.end();
      }
    },
    close: async () => {
      stopTracing();
      // A collector that is away must not hold up the end of the process for long.
      await provider.shutdown().catch(() => {});
    },
  };
  const stopTracing = traceStatements(tracing, () => current.getStore() !== undefined);
  return tracing;
}

function watched(span: Span): TraceSpan {
  return {
    traceId: span.spanContext().traceId,
    rename: (name) => void span.updateName(name),
    note: (attributes) => void span.setAttributes(definedOf(attributes)),
    failed: (reason) => fail(span, reason),
  };
}

/** Without the message, which may quote what people wrote. */
function fail(span: Span, reason: string): void {
  span.setStatus({ code: SpanStatusCode.ERROR });
  span.setAttribute('error.type', reason);
}

function definedOf(attributes: SpanAttributes = {}) {
  const entries = Object.entries(attributes).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as Record<string, string | number | boolean>;
}

function tracesUrl(endpoint: string): string {
  return `${endpoint.replace(/\/+$/, '')}/v1/traces`;
}

function samplerOf({ sampler, share }: TracingSettings): Sampler {
  const name = sampler.replace(/^parentbased_/, '');
  const root =
    name === 'always_on'
      ? new AlwaysOnSampler()
      : name === 'always_off'
        ? new AlwaysOffSampler()
        : new TraceIdRatioBasedSampler(share);
  return name === sampler ? root : new ParentBasedSampler({ root });
}

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

/** A statement without any value in it: most have none, but nobody promises that. */
export function withoutValues(statement: string): string {
  return statement.replace(values, '?').replace(/\s+/g, ' ').trim().slice(0, longestText);
}

/** Its first word, as a name for it. */
export function operationOf(statement: string): string {
  return /^\s*\(?\s*([a-z]+)/i.exec(statement)?.[1]?.toUpperCase() ?? 'STATEMENT';
}
