import { findingLines, summaryOf } from '../platform/doctor/finding.ts';
import { runChecks } from '../platform/doctor/run-checks.ts';
import { CommandRefused } from '../platform/process/refusals.ts';
import { bareChecks, configuredChecks } from './doctor-checks.ts';
import { readForDoctor } from './doctor-configuration.ts';
import { doctorOrderOf } from './doctor-order.ts';
import type { Command } from './run-command.ts';

/** Looks at everything the service needs, and says what is wrong and what to do. */
export const command: Command = async (args, { tell, env }) => {
  const { isJson, to } = doctorOrderOf(args);
  const { configuration, findings: read } = readForDoctor(env);
  const checks = configuration ? configuredChecks(configuration, to) : [];
  const findings = [...read, ...(await runChecks([...bareChecks, ...checks]))];
  const isWrong = findings.some(({ state }) => state === 'wrong');
  if (isJson) {
    tell(JSON.stringify({ is_fine: !isWrong, findings }, null, 2));
  } else {
    for (const one of findings) for (const line of findingLines(one)) tell(line);
  }
  const unseen = configuration
    ? ''
    : ' Everything else is looked at once the configuration is right.';
  const summary = `${summaryOf(findings)}${unseen}`;
  if (isWrong) throw new CommandRefused(summary);
  if (!isJson) tell(summary);
};
