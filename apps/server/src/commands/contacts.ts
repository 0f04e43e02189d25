import { normalizeEmail } from '@zavet/contract/identity/email-address';
import { readConfiguration } from '../config/configuration.ts';
import {
  findConfirmedContact,
  listAllBlocked,
} from '../features/protocol/activation/standing-repository.ts';
import { approveContact } from '../features/protocol/requests/decide-request.ts';
import { systemClock } from '../platform/clock.ts';
import { CommandRefused, UsageInvalid } from '../platform/process.ts';
import { aligned, type Command, moscowTime, withDatabase, withQueue } from './run-command.ts';

/** Lists contacts whose start was vetoed, and approves one whose documents were seen. */
export const command: Command = async (args, { tell, env }) => {
  const parsed = parseArguments(args);
  await withDatabase(readConfiguration(env), (database) =>
    withQueue(database, async (jobs) => {
      if (parsed.kind === 'list') {
        tell(tableOf(await listAllBlocked(database, listedContacts)));
        return;
      }
      const id = await findConfirmedContact(database, parsed.owner, parsed.contact);
      const deps = { database, jobs, clock: systemClock };
      tell(approvalReport(id !== undefined && (await approveContact(deps, id))));
    }),
  );
};

const listedContacts = 200;

type Arguments = { kind: 'list' } | { kind: 'approve'; owner: string; contact: string };

export function parseArguments([verb, typedOwner, typedContact, ...rest]: string[]): Arguments {
  if (verb === undefined) return { kind: 'list' };
  const owner = normalizeEmail(typedOwner ?? '');
  const contact = normalizeEmail(typedContact ?? '');
  if (verb !== 'approve' || !owner || !contact || rest.length > 0) {
    throw new UsageInvalid(
      'Use npm run contacts to see whose start was stopped, or npm run contacts -- approve <owner’s e-mail> <contact’s e-mail> once their documents were seen.',
    );
  }
  return { kind: 'approve', owner, contact };
}

/** The vetoed contacts as a table, the newest first. */
export function tableOf(stopped: Awaited<ReturnType<typeof listAllBlocked>>): string {
  if (stopped.length === 0) return 'No contact’s start is stopped at the moment.';
  const rows = stopped.map((one) => [
    one.owner_email,
    one.contact_email,
    moscowTime.format(one.stopped_at),
  ]);
  return aligned([['owner', 'contact', 'stopped'], ...rows]).join('\n');
}

export function approvalReport(isApproved: boolean): string {
  if (isApproved)
    return 'The contact may start the protocol; the owner and the contact are mailed.';
  throw new CommandRefused('This owner has no confirmed contact with this address.');
}
