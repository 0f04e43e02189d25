/** Prefixes of this product, sorted. Other objects in the store are ignored. */
export const checkedPrefixes = ['exports/', 'files/', 'imports/', 'requests/'] as const;

export interface NamedObject {
  key: string;
  what: 'export' | 'file' | 'archive' | 'document' | 'removal';
  id: string | null;
  owner_id: string | null;
  size_bytes: number | null;
  /** `arriving`: upload in progress; `leaving`: removal pending. */
  state: 'stored' | 'arriving' | 'leaving';
}

export interface ListedObject {
  key: string;
  size: number;
  modified_at: Date;
}

export type Fault = { kind: 'missing' } | { kind: 'wrong_size'; size: number };

export function faultOf(
  { state, size_bytes }: NamedObject,
  object: { size: number } | undefined,
  sealedSize: (plainBytes: number) => number,
): Fault | undefined {
  if (state !== 'stored') return undefined;
  if (!object) return { kind: 'missing' };
  if (size_bytes === null || object.size === sealedSize(size_bytes)) return undefined;
  return { kind: 'wrong_size', size: object.size };
}

const maxUploadMs = 24 * 60 * 60 * 1000;

/** Old enough that no upload in progress can still insert its row. */
export function isAbandoned({ modified_at }: Pick<ListedObject, 'modified_at'>, now: Date) {
  return now.getTime() - modified_at.getTime() > maxUploadMs;
}

/** Above this share of unowned objects, assume the store belongs to another database. */
export function looksForeign({ unowned, named }: { unowned: number; named: number }): boolean {
  return unowned * 10 > named;
}
