import { join } from 'node:path';
import { z } from 'zod';
import type { PostgresSettings } from '../platform/database/postgres-connections.ts';
import { parseKeyRing } from '../platform/encryption/key-file.ts';
import type { MasterKeySource } from '../platform/encryption/master-keys.ts';
import type { FileStorage } from '../platform/file-storage/file-storage.ts';
import { type ReadVariable, refuse } from './read-variables.ts';
import {
  bareHttpAddress,
  databaseAddress,
  isValid,
  readText,
  wholeNumber,
  withoutSpaces,
} from './value-schemas.ts';

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

/** Undefined for the embedded database. */
export function databaseSettings(
  read: ReadVariable<typeof databaseVariables>,
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

const neededForS3 = [
  'S3_ENDPOINT',
  'S3_BUCKET',
  'S3_ACCESS_KEY_ID',
  'S3_SECRET_ACCESS_KEY',
] as const;

export const fileStorageVariables = {
  S3_ENDPOINT: [
    bareHttpAddress,
    'the http or https address of an S3 service, without a password or a query',
  ],
  S3_REGION: [z.string().regex(/^[\w-]+$/), 'the name of a region such as us-east-1'],
  S3_BUCKET: [z.string().regex(/^[a-z0-9][\w.-]+$/i), 'the name of a bucket'],
  S3_ACCESS_KEY_ID: [withoutSpaces, 'an access key without spaces'],
  S3_SECRET_ACCESS_KEY: [withoutSpaces, 'a secret key without spaces'],
  S3_TIMEOUT_SECONDS: [wholeNumber(1, 600), 'a whole number of seconds between 1 and 600'],
} as const;

export function fileStorageSettings(
  read: ReadVariable<typeof fileStorageVariables>,
  dataDir: string,
): FileStorage {
  const region = read('S3_REGION') ?? 'us-east-1';
  const timeoutSeconds = read('S3_TIMEOUT_SECONDS') ?? 30;
  const given = neededForS3.find((name) => read(name) !== undefined);
  if (!given) return { kind: 'folder', directory: join(dataDir, 'objects') };
  const value = (name: (typeof neededForS3)[number]): string => {
    const found = read(name);
    if (found === undefined) {
      refuse(`${name} must be set when ${given} is set.`);
    }
    return found;
  };
  return {
    kind: 's3',
    endpoint: value('S3_ENDPOINT'),
    region,
    timeoutSeconds,
    bucket: value('S3_BUCKET'),
    accessKeyId: value('S3_ACCESS_KEY_ID'),
    secretAccessKey: value('S3_SECRET_ACCESS_KEY'),
  };
}

const keyRing = '32 random bytes written in base64, or several as version:base64';
const isKeyRing = (text: string) => isValid(() => parseKeyRing(text, 'MASTER_KEY'));

export const keyVariables = {
  MASTER_KEY: [z.string().refine(isKeyRing), `${keyRing} with commas`],
  MASTER_KEY_FILE: [
    z.string().refine((path) => isKeyRing(readText(path))),
    `the path of a readable file that holds ${keyRing}`,
  ],
} as const;

export function masterKeySource(
  read: ReadVariable<typeof keyVariables>,
  dataDir: string,
  isProduction: boolean,
): MasterKeySource {
  const [value, file] = [read('MASTER_KEY'), read('MASTER_KEY_FILE')];
  if (value) return { kind: 'value', text: value };
  if (file) return { kind: 'file', path: file, mustBePrivate: isProduction };
  if (isProduction) {
    refuse('MASTER_KEY or MASTER_KEY_FILE must be set when NODE_ENV is production.');
  }
  return { kind: 'generated', dataDir };
}
