/** What a look at the database and at the store has shown. */
export interface StoreFacts {
  /** The id of the store that the database has written down. */
  recorded: string | undefined;
  /** Whether the store holds the mark of that id. */
  isMarked: boolean;
  /** How many objects of the database were looked for, and how many of them are not there. */
  sought: number;
  missing: number;
}

export type StoreVerdict = 'same' | 'adopt' | 'unmarked' | 'objects_missing';

/**
 * Whether the store is the one of the database. A database that knows its store accepts no other,
 * not even an empty one: that is what a lost folder and the folder of another machine look like. One
 * that knows none yet takes the store that it finds, unless objects of its own are missing there.
 */
export function judgeStore({ recorded, isMarked, missing }: StoreFacts): StoreVerdict {
  if (recorded !== undefined) return isMarked ? 'same' : 'unmarked';
  return missing > 0 ? 'objects_missing' : 'adopt';
}

/** A store may have several marks: a bucket may serve several databases, and a copy keeps its own. */
export const markPrefix = 'store/';

/** The name of the empty object that marks a store. */
export function markKey(id: string): string {
  return `${markPrefix}${id}`;
}
