import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AuditAct } from '@zavet/contract/identity/audit-values';
import type { Database } from '../../src/platform/database/database.ts';
import { openPostgresForCommands } from '../../src/platform/database/open-database.ts';
import { hour } from '../durations.ts';
import { type ProductWithMailServer, startWithMailServer } from '../letters.ts';
import { type PayingProduct, startPayingProduct } from '../payment-fixture.ts';
import type { Person } from '../people.ts';
import { freshSocketUrl } from '../test-database.ts';
import type { TestProduct } from '../test-product.ts';

/** Running products and databases for the use cases. */
export interface World {
  mailProduct: ProductWithMailServer;
  product: TestProduct;
  paying: PayingProduct;
  /** A database that no server uses. */
  idleDatabase: Database;
  /** Target folder of a backup. */
  backup: string;
}

/** An entry as stored in the log. */
export interface Entry {
  actor_kind: string;
  actor_id: string | null;
  owner_id: string | null;
  subject_id: string | null;
  facts: Record<string, unknown>;
}

/**
 * Use cases that write an act, by name. Each returns the only entry that the use case must write.
 */
export type Writers = Record<string, (world: World) => Promise<Entry>>;
export type WritersOf<Act extends AuditAct> = Record<Act, Writers>;

export async function openWorld(): Promise<{ world: World; close(): Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), 'zavet-audit-acts-'));
  const mailProduct = await startWithMailServer();
  const paying = await startPayingProduct({ runsJobs: false });
  paying.standIn.control.setWebhooks({ mode: 'never' });
  const idleDatabase = openPostgresForCommands(await freshSocketUrl());
  const backup = join(folder, 'backup');
  return {
    world: { mailProduct, product: mailProduct.product, paying, idleDatabase, backup },
    close: async () => {
      await idleDatabase.close();
      await paying.stop();
      await mailProduct.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export const day = 24 * hour;

type Actor = Pick<Person, 'userId'>;

const emptyEntry = { actor_id: null, owner_id: null, subject_id: null, facts: {} };

export const byOperator = ({ userId }: Actor, entry: Partial<Entry> = {}): Entry => ({
  ...{ ...emptyEntry, actor_kind: 'operator', actor_id: userId },
  ...entry,
});
export const byContact = ({ userId }: Actor, entry: Partial<Entry>): Entry => ({
  ...{ ...emptyEntry, actor_kind: 'contact', actor_id: userId },
  ...entry,
});
/** An entry of an owner who acts on their own protocol or account. */
export const byOwner = ({ userId }: Actor, entry: Partial<Entry>): Entry => ({
  ...{ ...emptyEntry, actor_kind: 'owner', actor_id: userId, owner_id: userId },
  ...entry,
});
export const byCommand = (entry: Partial<Entry> = {}): Entry => ({
  ...{ ...emptyEntry, actor_kind: 'command' },
  ...entry,
});
export const bySystem = (entry: Partial<Entry>): Entry => ({
  ...{ ...emptyEntry, actor_kind: 'system' },
  ...entry,
});
export const aboutAccount = ({ userId }: Actor) => ({ owner_id: userId, subject_id: userId });
