/** The parts of s3rver that the tests use; it comes without types. */
declare module 's3rver' {
  import type { Readable } from 'node:stream';

  interface StoredObject {
    bucket: string;
    key: string;
    content: Readable;
    metadata: Record<string, string>;
  }

  class S3rver {
    constructor(options: {
      address: string;
      port: number;
      silent: boolean;
      directory: string;
      vhostBuckets: boolean;
      configureBuckets: { name: string }[];
    });
    readonly store: {
      putObject(object: StoredObject): Promise<unknown>;
      listObjects(
        bucket: string,
        options: { prefix?: string; startAfter?: string; maxKeys: number },
      ): Promise<{ objects: { key: string }[]; commonPrefixes: string[]; isTruncated: boolean }>;
      deleteObject(bucket: string, key: string): Promise<void>;
      getResourcePath(bucket: string, key: string, resource: string): string;
    };
    callback(): import('node:http').RequestListener;
    configureBuckets(): Promise<unknown>;
  }

  export = S3rver;
}
