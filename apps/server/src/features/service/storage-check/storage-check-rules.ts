/** What this product writes, in the order of the keys. Nothing else is ever looked at. */
export const checkedPrefixes = ['exports/', 'files/', 'imports/', 'requests/'] as const;

/** An object as the database names it. */
export interface NamedObject {
  key: string;
  what: 'export' | 'file' | 'archive' | 'document' | 'removal';
  id: string | null;
  owner_id: string | null;
  size_bytes: number | null;
  /** `arriving` need not be there yet, `leaving` need not be there any more. */
  state: 'stored' | 'arriving' | 'leaving';
}

/** An object as the store lists it. */
export interface ListedObject {
  key: string;
  size: number;
  modified_at: Date;
}

export type Fault = { kind: 'missing' } | { kind: 'wrong_size'; size: number };

/** What is wrong with an object that the database names. */
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

const safeAgeMs = 24 * 60 * 60 * 1000;

/** Whether nothing can be about to name an object that no row names. */
export function isAbandoned({ modified_at }: Pick<ListedObject, 'modified_at'>, now: Date) {
  return now.getTime() - modified_at.getTime() > safeAgeMs;
}

/** So many unowned objects are rather those of another database than leftovers. */
export function looksForeign({ unowned, named }: { unowned: number; named: number }): boolean {
  return unowned * 10 > named;
}
