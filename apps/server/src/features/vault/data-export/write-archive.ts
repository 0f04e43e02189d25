import type { ImportOutcome, LeftOut } from '@zavet/contract/data-export/data-export-endpoints';
import type { Context } from '../../../context.ts';
import type { OwnerKey } from '../../../platform/encryption/owner-key.ts';
import { newId } from '../../../platform/new-id.ts';
import { recordSecurityEvent, systemActor } from '../../identity/account/index.ts';
import { importContacts } from '../../people/contacts/index.ts';
import { giveUpObjects, importInstructions, releaseObjects } from '../instructions/index.ts';
import { importRules } from './export-ports.ts';
import type { ImportPlan } from './import-rules.ts';
import type { StoredFiles } from './store-archived-files.ts';

/** Writes what was planned and stored. Part of a transaction in which the owner is locked. */
export async function writeArchive(
  ctx: Context,
  key: OwnerKey,
  userId: string,
  plan: ImportPlan,
  stored: StoredFiles,
): Promise<ImportOutcome> {
  const left_out: LeftOut[] = [...plan.left_out, ...stored.left_out];
  const contactIds = await writeContacts(ctx, key, userId, plan, left_out);
  const imported = plan.instructions.map((one) => ({
    id: newId(),
    input: {
      ...one.input,
      trusted_contact_ids: one.contact_ids.flatMap((id) => contactIds.get(id) ?? []),
    },
    files: stored.files.get(one) ?? [],
  }));
  await importInstructions(ctx, key, userId, imported);
  const files = imported.flatMap((one) => one.files);
  await keepObjects(ctx, stored, new Set(files.map(({ object_key }) => object_key)));
  const has_rules = plan.rules !== null && (await importRules(ctx)(userId, plan.rules));
  if (plan.rules && !has_rules)
    left_out.push({ kind: 'protocol_rules', name: '', reason: 'weaker' });
  const { database, clock } = ctx;
  await recordSecurityEvent(database, userId, 'data_brought_in', systemActor, clock.now());
  return {
    contacts: contactIds.size,
    instructions: imported.length,
    files: files.length,
    has_rules,
    left_out,
  };
}

async function writeContacts(
  ctx: Context,
  key: OwnerKey,
  userId: string,
  { contacts }: ImportPlan,
  left_out: LeftOut[],
): Promise<Map<string, string>> {
  const now = ctx.clock.now();
  const ids = await importContacts(
    ctx,
    key,
    userId,
    contacts.map(({ guardian_consent_at, ...contact }) => ({
      ...contact,
      guardian_consent_at: guardian_consent_at ? new Date(guardian_consent_at) : now,
    })),
  );
  for (const { id, input } of contacts) {
    if (!ids.has(id)) left_out.push({ kind: 'contact', name: input.name, reason: 'own_address' });
  }
  return ids;
}

/** Their rows keep the bytes from now on; what was stored and is not used goes. */
async function keepObjects(
  { database }: Context,
  { object_keys }: StoredFiles,
  used: ReadonlySet<string>,
): Promise<void> {
  const kept = object_keys.filter((key) => used.has(key));
  const released = await releaseObjects(database, kept);
  if (released !== kept.length) throw new Error('Bytes of an archive were removed meanwhile.');
  const unused = object_keys.filter((key) => !used.has(key));
  await giveUpObjects(database, unused);
}
