import { normalAddress } from '@zavet/contract/account/email-address';
import { approveContact } from '../features/protocol/stop/approve-contact.ts';
import {
  findConfirmedContact,
  listAllStopped,
} from '../features/protocol/stop/standing-repository.ts';
import type { Clock } from '../platform/clock/clock.ts';
import type { Database } from '../platform/database/database.ts';
import type { JobQueue } from '../platform/jobs/job-queue.ts';
import { CommandRefused, UsageInvalid } from '../platform/process/refusals.ts';
import { aligned, moscowTime } from './report-table.ts';

export type ContactsOrder = { kind: 'list' } | { kind: 'approve'; owner: string; contact: string };

/** What the command is told: nothing, or which contact of whom is approved. */
export function contactsOrderOf([
  verb,
  typedOwner,
  typedContact,
  ...rest
]: string[]): ContactsOrder {
  if (verb === undefined) return { kind: 'list' };
  const owner = normalAddress(typedOwner ?? '');
  const contact = normalAddress(typedContact ?? '');
  if (verb !== 'approve' || !owner || !contact || rest.length > 0) {
    throw new UsageInvalid(
      'Use npm run contacts to see whose start was stopped, or npm run contacts -- approve <owner’s e-mail> <contact’s e-mail> once their documents were seen.',
    );
  }
  return { kind: 'approve', owner, contact };
}

const listedAtOnce = 200;

interface OrderDeps {
  database: Database;
  jobs: JobQueue;
  clock: Clock;
}

export async function carryOutContactsOrder(
  deps: OrderDeps,
  order: ContactsOrder,
): Promise<ContactsOutcome> {
  if (order.kind === 'list') return { list: await listAllStopped(deps.database, listedAtOnce) };
  const id = await findConfirmedContact(deps.database, order.owner, order.contact);
  return { isApproved: id !== undefined && (await approveContact(deps, id)) };
}

type ContactsOutcome =
  | { list: Awaited<ReturnType<typeof listAllStopped>> }
  | { isApproved: boolean };

/** The stopped contacts as a table, the newest first. */
export function tableOf(stopped: Extract<ContactsOutcome, { list: object }>['list']): string {
  if (stopped.length === 0) return 'No contact’s start is stopped at the moment.';
  const rows = stopped.map((one) => [
    one.owner_email,
    one.contact_email,
    moscowTime.format(one.stopped_at),
  ]);
  return aligned([['owner', 'contact', 'stopped'], ...rows]).join('\n');
}

/** What became of the order, in one sentence. */
export function sentenceOf(isApproved: boolean): string {
  if (isApproved)
    return 'The contact may start the protocol; the owner and the contact are mailed.';
  throw new CommandRefused('This owner has no confirmed contact with this address.');
}
