import { z } from 'zod';
import type { PostgresSettings } from '../platform/database/postgres-connections.ts';
import type { ReadVariable } from './read-variables.ts';
import { databaseAddress, wholeNumber } from './value-schemas.ts';

/** Every variable, and what a wrong value is answered with. */
export const databaseVariables = {
  DATABASE_URL: [
    databaseAddress,
    'a postgres:// address that names a database, such as postgres://user:password@host:5432/zavet',
  ],
  DATABASE_DIRECT_URL: [
    databaseAddress,
    'the postgres:// address of the server itself, with the name of the database',
  ],
  DATABASE_PREPARED: [z.enum(['true', 'false']), 'true or false'],
  DATABASE_POOL_SIZE: [wholeNumber(1, 1_000), 'a whole number of connections between 1 and 1000'],
  DATABASE_JOB_POOL_SIZE: [
    wholeNumber(2, 1_000),
    'a whole number of connections between 2 and 1000',
  ],
} as const;

type Read = ReadVariable<typeof databaseVariables>;

/** Undefined: the embedded database. `refuse` gets one sentence about what does not fit together. */
export function databaseSettings(
  read: Read,
  refuse: (sentence: string) => never,
): PostgresSettings | undefined {
  const [url, directUrl] = [read('DATABASE_URL'), read('DATABASE_DIRECT_URL')];
  const isPrepared = read('DATABASE_PREPARED');
  const [poolSize, jobPoolSize] = [read('DATABASE_POOL_SIZE'), read('DATABASE_JOB_POOL_SIZE')];
  if (!url) {
    if (directUrl) refuse('DATABASE_URL must be set when DATABASE_DIRECT_URL is set.');
    return undefined;
  }
  return {
    url,
    ...(directUrl !== undefined && { directUrl }),
    ...(isPrepared !== undefined && { isPrepared: isPrepared === 'true' }),
    ...(poolSize !== undefined && { poolSize }),
    ...(jobPoolSize !== undefined && { jobPoolSize }),
  };
}
