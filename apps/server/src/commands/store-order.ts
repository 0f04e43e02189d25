import { judgeStore, type StoreFacts } from '../platform/file-storage/store-identity-rules.ts';
import { UsageInvalid } from '../platform/process/refusals.ts';

export type StoreOrder = { kind: 'look' } | { kind: 'adopt'; evenWithoutFiles: boolean };

/** What the command is told: to make this the store of the database, or nothing. */
export function storeOrderOf([verb, option, ...rest]: string[]): StoreOrder {
  if (verb === undefined) return { kind: 'look' };
  const isKnownOption = option === undefined || option === '--without-files';
  if (verb === 'adopt' && isKnownOption && rest.length === 0) {
    return { kind: 'adopt', evenWithoutFiles: option !== undefined };
  }
  throw new UsageInvalid(
    'Use npm run store to see whether the files of the database are in this store, or npm run store -- adopt [--without-files] to make it the store of the database.',
  );
}

/** What was found, and what can be done about it. */
export function storeReport(facts: StoreFacts): string {
  const { recorded, sought, missing } = facts;
  const looked = `${sought - missing} of ${sought} files that were looked for are here.`;
  switch (judgeStore(facts)) {
    case 'same':
      return `This is the store ${recorded} of the database; ${looked}`;
    case 'adopt':
      return `The database knows no store yet; the first server that starts takes this one. ${looked}`;
    case 'objects_missing':
      return `The database knows no store yet, and this one lacks files of it. ${looked} Bring them here, restore a backup, or give them up: npm run store -- adopt --without-files.`;
    case 'unmarked':
      return `This is not the store ${recorded} of the database. ${looked} Correct DATA_DIR or S3_…, copy the files with the folder store, restore a backup, or make this the store: npm run store -- adopt.`;
  }
}
