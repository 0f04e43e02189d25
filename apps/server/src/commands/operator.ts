import { normalizeEmail } from '@zavet/contract/identity/email-address';
import { readConfiguration } from '../config/configuration.ts';
import {
  appointOperator,
  dismissOperator,
} from '../features/identity/operators/appoint-operator.ts';
import { createOperatorCodes } from '../features/identity/operators/operator-codes.ts';
import { listOperators } from '../features/identity/operators/operator-repository.ts';
import { systemClock } from '../platform/clock.ts';
import { loadExistingMasterKeys } from '../platform/encryption/master-keys.ts';
import { createServiceKey } from '../platform/encryption/service-key.ts';
import { CommandRefused, UsageInvalid } from '../platform/process.ts';
import { alignColumns, type Command, formatTime, withDatabase } from './run-command.ts';

/** Appoints, removes and lists operators. */
export const command: Command = async (args, { print, env }) => {
  const parsed = parseArguments(args);
  const configuration = readConfiguration(env);
  await withDatabase(configuration, async (database) => {
    const masterKeys = loadExistingMasterKeys(configuration.masterKey);
    const deps = { database, clock: systemClock };
    if (parsed.kind === 'list') {
      print(tableOf(await listOperators(database)));
    } else if (parsed.kind === 'remove') {
      print(removalReport(await dismissOperator(deps, parsed.email)));
    } else {
      const serviceKey = createServiceKey();
      await serviceKey.load(database, masterKeys, systemClock);
      const codes = createOperatorCodes(serviceKey);
      print(appointmentReport(await appointOperator(deps, codes, parsed.email)));
    }
  });
};

type Arguments = { kind: 'list' } | { kind: 'add' | 'remove'; email: string };

export function parseArguments([verb, typed, ...rest]: string[]): Arguments {
  if (verb === 'list' && typed === undefined) return { kind: 'list' };
  const email = normalizeEmail(typed ?? '');
  if ((verb !== 'add' && verb !== 'remove') || !email || rest.length > 0) {
    throw new UsageInvalid(
      'Use zavet operator list, zavet operator add <e-mail>, or zavet operator remove <e-mail>.',
    );
  }
  return { kind: verb, email };
}

export function removalReport(isRemoved: boolean): string {
  if (isRemoved) return 'The role is taken away; an open desk is closed.';
  throw new CommandRefused('There is no operator with this address.');
}

export function appointmentReport(
  appointment: Awaited<ReturnType<typeof appointOperator>>,
): string {
  if (!appointment) {
    throw new CommandRefused('There is no confirmed account with this address: sign up first.');
  }
  return [
    'This account may open /operator with a one-time code.',
    'Put this key into an authenticator app now; it is not shown again:',
    `  ${appointment.secret.match(/.{1,4}/g)?.join(' ')}`,
    `  ${appointment.uri}`,
    'A lost key is replaced by running the command again.',
  ].join('\n');
}

export function tableOf(operators: Awaited<ReturnType<typeof listOperators>>): string {
  if (operators.length === 0) return 'There are no operators.';
  const rows = operators.map(({ email, added_at, last_seen }) => [
    email,
    formatTime(added_at),
    last_seen ? formatTime(last_seen) : 'never',
  ]);
  return alignColumns([['operator', 'since', 'last at the desk'], ...rows]).join('\n');
}
