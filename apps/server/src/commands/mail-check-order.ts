import { isIP } from 'node:net';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { UsageInvalid } from '../platform/process/refusals.ts';

/** What the command is told: where a test goes, where mails leave from, whom to ask for names. */
export interface MailCheckOrder {
  to?: string;
  addresses: string[];
  dns?: string;
}

const usage =
  'Use npm run mail-check, with an e-mail address to send a test there; --address <IP address> says where mails leave from, --dns <address> which name server is asked.';

export function mailCheckOrderOf(args: string[]): MailCheckOrder {
  const { values, positionals } = parsed(args);
  const { address: addresses = [], dns } = values;
  const [to, ...rest] = positionals;
  const isRight =
    rest.length === 0 &&
    (to === undefined || z.email().safeParse(to).success) &&
    addresses.every((one) => isIP(one) !== 0) &&
    (dns === undefined || isNameServer(dns));
  if (!isRight) throw new UsageInvalid(usage);
  return { to, addresses, dns };
}

function parsed(args: string[]) {
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: { address: { type: 'string', multiple: true }, dns: { type: 'string' } },
    });
  } catch {
    throw new UsageInvalid(usage);
  }
}

/** `address`, `address:port` or `[address]:port`. */
function isNameServer(value: string): boolean {
  const [, bracketed, plain] = /^(?:\[(.+)\]|([^:]+))(?::\d{1,5})?$/.exec(value) ?? [];
  return isIP(bracketed ?? plain ?? value) !== 0;
}
