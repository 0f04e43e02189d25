import { describe, expect, it } from 'vitest';
import { requestPoolSettings } from '../platform/database/postgres-connections.ts';
import { readConfiguration } from './configuration.ts';

const DATABASE_URL = 'postgres://zavet@pooler:6432/zavet';
const DATABASE_DIRECT_URL = 'postgres://zavet@server:5432/zavet';
const settingsOf = (environment: Record<string, string>) => {
  const { postgres } = readConfiguration(environment);
  if (!postgres) throw new Error('a server was meant');
  return postgres;
};

describe('the PostgreSQL connection', () => {
  it('is unset by default, for the embedded database', () => {
    expect(readConfiguration({}).postgres).toBeUndefined();
    expect(readConfiguration({ DATABASE_POOL_SIZE: '5' }).postgres).toBeUndefined();
  });

  it('uses one URL and named statements', () => {
    const settings = settingsOf({ DATABASE_URL });
    expect(settings).toEqual({ url: DATABASE_URL });
    expect(requestPoolSettings(settings)).toEqual({
      ...{ url: DATABASE_URL, isPooled: false, isPrepared: true, poolSize: 10 },
    });
  });

  it('uses a pooler for requests, without named statements, if a direct URL is set', () => {
    const settings = settingsOf({ DATABASE_URL, DATABASE_DIRECT_URL });
    expect(settings.directUrl).toBe(DATABASE_DIRECT_URL);
    expect(requestPoolSettings(settings)).toMatchObject({
      ...{ url: DATABASE_URL, isPooled: true, isPrepared: false },
    });
  });

  it.each([
    ['true', true],
    ['false', false],
  ])('sets named statements with DATABASE_PREPARED=%s', (DATABASE_PREPARED, isPrepared) => {
    const ways: Record<string, string>[] = [
      { DATABASE_URL },
      { DATABASE_URL, DATABASE_DIRECT_URL },
    ];
    for (const way of ways) {
      const settings = settingsOf({ ...way, DATABASE_PREPARED });
      expect(requestPoolSettings(settings)).toMatchObject({ isPrepared });
    }
  });

  it('has configurable pool sizes', () => {
    const sizes = { DATABASE_POOL_SIZE: '3', DATABASE_JOB_POOL_SIZE: '2' };
    const settings = settingsOf({ DATABASE_URL, ...sizes });
    expect(settings).toMatchObject({ poolSize: 3, jobPoolSize: 2 });
    expect(requestPoolSettings(settings)).toMatchObject({ poolSize: 3 });
  });

  it('requires DATABASE_URL with a direct URL', () => {
    expect(() => readConfiguration({ DATABASE_DIRECT_URL })).toThrow(
      'DATABASE_URL must be set when DATABASE_DIRECT_URL is set.',
    );
  });
});
