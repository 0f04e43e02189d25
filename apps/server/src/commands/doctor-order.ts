import { parseArgs } from 'node:util';
import { z } from 'zod';
import { UsageInvalid } from '../platform/process/refusals.ts';

/** What the command is told: how to say what it finds, and where a test mail goes. */
export interface DoctorOrder {
  isJson: boolean;
  to: string | undefined;
}

const usage =
  'Use npm run doctor, with --json for programs, and an e-mail address to send a test mail there.';

export function doctorOrderOf(args: string[]): DoctorOrder {
  const { values, positionals } = parsed(args);
  const [to, ...rest] = positionals;
  if (rest.length > 0 || (to !== undefined && !z.email().safeParse(to).success)) {
    throw new UsageInvalid(usage);
  }
  return { isJson: values.json ?? false, to };
}

function parsed(args: string[]) {
  try {
    return parseArgs({ args, allowPositionals: true, options: { json: { type: 'boolean' } } });
  } catch {
    throw new UsageInvalid(usage);
  }
}
