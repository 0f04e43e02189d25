import { join } from 'node:path';
import type { FileStorage } from '../platform/file-storage/open-file-storage.ts';
import { ConfigurationInvalid } from '../platform/process/refusals.ts';
import { wholeNumber } from './value-schemas.ts';

const needed = ['S3_ENDPOINT', 'S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const;

/** Every variable that is no text, and what a wrong value is answered with. */
export const fileStorageVariables = {
  S3_TIMEOUT_SECONDS: [wholeNumber(1, 600), 'a whole number of seconds between 1 and 600'],
} as const;

interface Read {
  (name: (typeof needed)[number] | 'S3_REGION'): string | undefined;
  (name: 'S3_TIMEOUT_SECONDS'): number | undefined;
}

export function fileStorage(read: Read, dataDir: string): FileStorage {
  const region = read('S3_REGION') ?? 'us-east-1';
  const timeoutSeconds = read('S3_TIMEOUT_SECONDS') ?? 30;
  const given = needed.find((name) => read(name) !== undefined);
  if (!given) return { kind: 'folder', directory: join(dataDir, 'objects') };
  const value = (name: (typeof needed)[number]): string => {
    const found = read(name);
    if (found === undefined) {
      throw new ConfigurationInvalid(`${name} must be set when ${given} is set.`);
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
