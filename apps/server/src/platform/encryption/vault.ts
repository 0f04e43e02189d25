import type { OwnerKey, WrappedOwnerKey } from './owner-key.ts';

/** Owners' keys, for features that store content. */
export interface Vault {
  /** The key of this owner, made on first use. */
  keyOf(userId: string): Promise<OwnerKey>;
  /** The key of this owner out of a row that was read together with the content. */
  open(userId: string, stored: WrappedOwnerKey): OwnerKey;
  /**
   * The key as it was a moment ago, without asking the database. Only for a statement that writes
   * nothing unless the owner still has this key.
   */
  recentKeyOf(userId: string): Promise<OwnerKey>;
  /** A key for something that keeps one of its own, bound to its id; opened with `open`. */
  newKey(id: string): WrappedOwnerKey;
}
