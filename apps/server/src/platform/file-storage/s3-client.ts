import { createHash } from 'node:crypto';
import type { S3Client, S3ClientConfig } from '@aws-sdk/client-s3';

export interface S3Settings {
  endpoint: string;
  region: string;
  bucket: string;
  accessKeyId: string;
  secretAccessKey: string;
}

export interface S3Timeouts {
  connectMs: number;
  /** Maximum silence of the service, before a response and within a body. */
  idleMs: number;
}

type Sdk = typeof import('@aws-sdk/client-s3');

export interface S3Connection {
  sdk: Sdk;
  client: S3Client;
}

const maxSocketCount = 1_000;
/** Shorter than the timeout of servers: an upload on a closed connection cannot be retried. */
const keepAliveMs = 5_000;

/** Loads the heavy SDK only where S3 is used. */
export async function connectToS3(
  settings: S3Settings,
  { connectMs }: Pick<S3Timeouts, 'connectMs'>,
): Promise<S3Connection> {
  const sdk = await import('@aws-sdk/client-s3');
  const agent = { keepAlive: true, maxSockets: maxSocketCount, timeout: keepAliveMs };
  const client = new sdk.S3Client({
    ...compatibility,
    endpoint: settings.endpoint,
    region: settings.region,
    credentials: {
      accessKeyId: settings.accessKeyId,
      secretAccessKey: settings.secretAccessKey,
    },
    maxAttempts: 3,
    logger: silentLogger,
    requestHandler: {
      connectionTimeout: connectMs,
      // A socket is also idle while a client sends or reads slowly; timeouts.ts distinguishes these
      // cases.
      socketTimeout: 0,
      httpAgent: agent,
      httpsAgent: agent,
    },
  });
  addMd5ToRemovals(client);
  return { sdk, client };
}

/** Errors are thrown; the SDK would also print them. */
const silentLogger = { debug() {}, info() {}, warn() {}, error() {} };

/** Works with all S3 services, not only Amazon's. */
const compatibility = {
  forcePathStyle: true,
  // Newer checksums are sent as trailers, which other services store as content.
  requestChecksumCalculation: 'WHEN_REQUIRED',
  responseChecksumValidation: 'WHEN_REQUIRED',
  // With this header, a service that ignores it would delay every upload by seconds.
  expectContinueHeader: false,
} satisfies S3ClientConfig;

/** Many services still require an MD5 for DeleteObjects, which the SDK no longer sends. */
function addMd5ToRemovals(client: S3Client): void {
  client.middlewareStack.add(
    (next, context) => async (args) => {
      const { request } = args;
      if (context.commandName === 'DeleteObjectsCommand' && isHttpRequest(request)) {
        for (const name of Object.keys(request.headers)) {
          if (/^x-amz-(sdk-)?checksum-/i.test(name)) delete request.headers[name];
        }
        request.headers['content-md5'] = createHash('md5').update(request.body).digest('base64');
      }
      return next(args);
    },
    { step: 'build', priority: 'low', name: 'removalsWithMd5' },
  );
}

interface WholeHttpRequest {
  headers: Record<string, string>;
  body: string | Uint8Array;
}

function isHttpRequest(request: unknown): request is WholeHttpRequest {
  return typeof request === 'object' && request !== null && 'headers' in request;
}
