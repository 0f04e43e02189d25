import { describe, expect, it } from 'vitest';
import { readConfiguration } from './configuration.ts';

const watchOf = (environment: Record<string, string>) => readConfiguration(environment).watch;
const token = 'a-token-of-enough-signs';

describe('monitoring', () => {
  it('is off by default', () => {
    expect(watchOf({})).toEqual({
      port: undefined,
      host: '127.0.0.1',
      token: undefined,
    });
    expect(readConfiguration({}).tracing).toBeUndefined();
  });

  it('requires a token beyond loopback', () => {
    const elsewhere = { METRICS_PORT: '9464', METRICS_HOST: '0.0.0.0' };
    expect(() => watchOf(elsewhere)).toThrow(/^METRICS_TOKEN must be set when METRICS_HOST/);
    expect(watchOf({ ...elsewhere, METRICS_TOKEN: token })).toMatchObject({ port: 9464, token });
    expect(watchOf({ METRICS_PORT: '9464' })).toMatchObject({ port: 9464, token: undefined });
  });

  it('requires its own port', () => {
    expect(() => watchOf({ PORT: '4000', METRICS_PORT: '4000' })).toThrow(/^METRICS_PORT must not/);
    expect(watchOf({ PORT: '0', METRICS_PORT: '0' }).port).toBe(0);
  });

  it('sends traces to a configured collector', () => {
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
