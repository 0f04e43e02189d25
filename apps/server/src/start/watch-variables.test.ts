import { describe, expect, it } from 'vitest';
import { readConfiguration } from './configuration.ts';

const watchOf = (environment: Record<string, string>) => readConfiguration(environment).watch;
const token = 'a-token-of-enough-signs';

describe('what watches over a process', () => {
  it('is off unless it was asked for', () => {
    expect(watchOf({})).toEqual({
      port: undefined,
      host: '127.0.0.1',
      token: undefined,
      drainSeconds: 0,
    });
    expect(readConfiguration({}).tracing).toBeUndefined();
  });

  it('lets a server in production answer for a while after it was told to stop', () => {
    const production = {
      NODE_ENV: 'production',
      PUBLIC_URL: 'https://zavet.example',
      MASTER_KEY: Buffer.alloc(32, 7).toString('base64'),
      SMTP_URL: 'smtps://mail.example.org',
      SUPPORT_EMAIL: 'support@example.org',
    };
    expect(watchOf(production).drainSeconds).toBe(3);
    expect(watchOf({ ...production, SHUTDOWN_DRAIN_SECONDS: '0' }).drainSeconds).toBe(0);
  });

  it('shows figures to other machines only with a token', () => {
    const elsewhere = { METRICS_PORT: '9464', METRICS_HOST: '0.0.0.0' };
    expect(() => watchOf(elsewhere)).toThrow(/^METRICS_TOKEN must be set when METRICS_HOST/);
    expect(watchOf({ ...elsewhere, METRICS_TOKEN: token })).toMatchObject({ port: 9464, token });
    expect(watchOf({ METRICS_PORT: '9464' })).toMatchObject({ port: 9464, token: undefined });
  });

  it('has a port of its own', () => {
    expect(() => watchOf({ PORT: '4000', METRICS_PORT: '4000' })).toThrow(/^METRICS_PORT must not/);
    expect(watchOf({ PORT: '0', METRICS_PORT: '0' }).port).toBe(0);
  });

  it.each([
    ['METRICS_PORT', 'many'],
    ['METRICS_PORT', '70000'],
    ['METRICS_PORT', '-1'],
    ['METRICS_TOKEN', 'too-short'],
    ['METRICS_TOKEN', 'has a space in the middle'],
    ['METRICS_TOKEN', 'секретсекретсекрет'],
    ['SHUTDOWN_DRAIN_SECONDS', '1.5'],
    ['SHUTDOWN_DRAIN_SECONDS', '301'],
    ['SHUTDOWN_DRAIN_SECONDS', 'soon'],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'collector:4318'],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'grpc://collector:4317'],
    ['OTEL_SERVICE_NAME', 'two words'],
    ['OTEL_TRACES_SAMPLER', 'sometimes'],
    ['OTEL_TRACES_SAMPLER_ARG', '1.5'],
    ['OTEL_TRACES_SAMPLER_ARG', 'half'],
  ])('refuses %s=%s with one sentence that names it', (name, value) => {
    expect(() => readConfiguration({ [name]: value })).toThrow(
      new RegExp(`^${name} must be .+\\.$`),
    );
  });

  it('sends traces where a collector is named', () => {
    const { tracing } = readConfiguration({
      OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318',
      OTEL_TRACES_SAMPLER: 'parentbased_traceidratio',
      OTEL_TRACES_SAMPLER_ARG: '0.25',
    });
    expect(tracing).toEqual({
      endpoint: 'http://127.0.0.1:4318',
      serviceName: 'zavet',
      sampler: 'parentbased_traceidratio',
      share: 0.25,
    });
  });
});
