import { lookAtStore, type StoreDeps } from '../file-storage/store-identity.ts';
import { judgeStore } from '../file-storage/store-identity-rules.ts';
import { type Finding, ok, wrong } from './finding.ts';

const about = 'Store of the database';

/** Whether the files of the database are in this very store, as a start will ask. */
export async function checkStoreIdentity(deps: StoreDeps): Promise<Finding> {
  const facts = await lookAtStore(deps);
  const there = `${facts.sought - facts.missing} of ${facts.sought} files that were looked for are there`;
  switch (judgeStore(facts)) {
    case 'same':
      return facts.missing === 0
        ? ok(about, there)
        : wrong(about, there, 'Run npm run check-storage; a backup may have the others.');
    case 'adopt':
      return ok(about, 'the database knows none yet; the first start takes this one');
    default:
      return wrong(
        about,
        `this is not the store that the files of the database are in; ${there}`,
        'Run npm run store; no server starts with it.',
      );
  }
}
