import { join } from 'node:path';
import { z } from 'zod';
import type { PostgresSettings } from '../platform/database/postgres-connections.ts';
import { generatedKeyPath, parseKeyRing } from '../platform/encryption/key-file.ts';
import type { MasterKeySource } from '../platform/encryption/master-keys.ts';
import type { FileStorage } from '../platform/file-storage/file-storage.ts';
import { type ReadVariable, refuse } from './read-variables.ts';
import {
  bareHttpAddress,
  databaseAddress,
  isValid,
  readText,
  textWithoutSpaces,
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
} as const;

/** Undefined for the embedded database. */
export function databaseSettings(
  read: ReadVariable<typeof databaseVariables>,
): PostgresSettings | undefined {
  const [url, directUrl] = [read('DATABASE_URL'), read('DATABASE_DIRECT_URL')];
  if (!url) {
    if (directUrl) refuse('DATABASE_URL must be set when DATABASE_DIRECT_URL is set.');
    return undefined;
  }
  return { url, ...(directUrl !== undefined && { directUrl }) };
}

const requiredForS3 = [
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
  S3_ACCESS_KEY_ID: [textWithoutSpaces, 'an access key without spaces'],
  S3_SECRET_ACCESS_KEY: [textWithoutSpaces, 'a secret key without spaces'],
} as const;

export function fileStorageSettings(
  read: ReadVariable<typeof fileStorageVariables>,
  dataDir: string,
): FileStorage {
  const region = read('S3_REGION') ?? 'us-east-1';
  const given = requiredForS3.find((name) => read(name) !== undefined);
  if (!given) return { kind: 'folder', directory: join(dataDir, 'objects') };
  const value = (name: (typeof requiredForS3)[number]): string => {
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
    bucket: value('S3_BUCKET'),
    accessKeyId: value('S3_ACCESS_KEY_ID'),
    secretAccessKey: value('S3_SECRET_ACCESS_KEY'),
  };
}

const keyRing = '32 random bytes written in base64, or several as version:base64';

export const keyVariables = {
  MASTER_KEY_FILE: [
    z.string().refine((path) => isValid(() => parseKeyRing(readText(path), path))),
    `the path of a readable file that holds ${keyRing}`,
  ],
} as const;

export function masterKeySource(
  read: ReadVariable<typeof keyVariables>,
  dataDir: string,
  isProduction: boolean,
): MasterKeySource {
  const path = read('MASTER_KEY_FILE');
  if (path) return { path, mustBePrivate: isProduction };
  if (isProduction) refuse('MASTER_KEY_FILE must be set when NODE_ENV is production.');
  return { path: generatedKeyPath(dataDir), generatedFor: dataDir };
}
