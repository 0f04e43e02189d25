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
  /** How long the service may be silent: before it answers, and in the middle of a body. */
  idleMs: number;
}

type Sdk = typeof import('@aws-sdk/client-s3');

export interface S3Connection {
  sdk: Sdk;
  client: S3Client;
}

const mostSockets = 1_000;
/** Shorter than servers keep idle connections: an upload that meets a closed one cannot be repeated. */
const keptIdleMs = 5_000;

/** The SDK is heavy: a server without S3 never loads it. */
export async function connectToS3(
  settings: S3Settings,
  { connectMs }: Pick<S3Timeouts, 'connectMs'>,
): Promise<S3Connection> {
  const sdk = await import('@aws-sdk/client-s3');
  const agent = { keepAlive: true, maxSockets: mostSockets, timeout: keptIdleMs };
  const client = new sdk.S3Client({
    ...compatibility,
    endpoint: settings.endpoint,
    region: settings.region,
    credentials: {
      accessKeyId: settings.accessKeyId,
      secretAccessKey: settings.secretAccessKey,
    },
    maxAttempts: 3,
    logger: silence,
    requestHandler: {
      connectionTimeout: connectMs,
      // A connection also stands still while people send or read slowly: patience.ts tells the difference.
      socketTimeout: 0,
      httpAgent: agent,
      httpsAgent: agent,
    },
  });
  signRemovalsWithMd5(client);
  return { sdk, client };
}

/** Failures are thrown; the SDK would tell the console as well. */
const silence = { debug() {}, info() {}, warn() {}, error() {} };

/** What every S3 service understands, not only Amazon's newest. */
const compatibility = {
  forcePathStyle: true,
  // The newer checksums travel behind the body, which services without them store as content.
  requestChecksumCalculation: 'WHEN_REQUIRED',
  responseChecksumValidation: 'WHEN_REQUIRED',
  // A service that does not answer it would hold up every upload for seconds.
  expectContinueHeader: false,
} satisfies S3ClientConfig;

/** Many services still want the MD5 of a DeleteObjects, which the SDK replaced by newer checksums. */
function signRemovalsWithMd5(client: S3Client): void {
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
