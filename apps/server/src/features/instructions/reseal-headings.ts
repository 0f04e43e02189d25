import { MasterKeyInvalid } from '../../platform/encryption/key-ring-text.ts';
import { SealBroken } from '../../platform/encryption/sealed-text.ts';
import { beforeEveryId } from '../../platform/new-id.ts';
import { openHeading, sealHeading } from './heading.ts';
import { type FormerHeadingRow, lockFormerHeadings, writeHeading } from './heading-repository.ts';
import type { InstructionDeps } from './instruction-deps.ts';

const batchSize = 200;

/**
 * Seals headings as one that were sealed part by part, batch by batch, while everything else goes
 * on. What somebody holds at the moment, and what is left when this ends early, is found by the next
 * run; what does not open is left to the list, which shows it as damaged. May run twice.
 */
export async function resealHeadings(deps: InstructionDeps, signal: AbortSignal): Promise<number> {
  const { database } = deps;
  let resealed = 0;
  for (let after: string | undefined = beforeEveryId; after !== undefined; ) {
    signal.throwIfAborted();
    const from: string = after;
    after = await database.transaction(async () => {
      const rows = await lockFormerHeadings(database, from, batchSize);
      for (const row of rows) resealed += await resealOne(deps, row);
      return rows.at(-1)?.id;
    });
  }
  return resealed;
}

async function resealOne({ database, vault }: InstructionDeps, row: FormerHeadingRow) {
  try {
    const key = vault.open(row.user_id, row);
    const heading = { ...openHeading(key, row) };
    const sealed = sealHeading(key, row.id, heading, row.seal_id ?? undefined);
    await writeHeading(database, row.id, sealed, heading.recipient_email !== null);
    return 1;
  } catch (error) {
    if (error instanceof SealBroken || error instanceof MasterKeyInvalid) return 0;
    throw error;
  }
}
