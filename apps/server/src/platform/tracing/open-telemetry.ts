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
import { traceStatements } from './trace-statements.ts';
import {
  nameOfError,
  type SpanAttributes,
  type SpanOptions,
  type Tracing,
  type WatchedSpan,
} from './tracing.ts';
import type { TracingSettings } from './tracing-settings.ts';

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

function watched(span: Span): WatchedSpan {
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
