import { parseArgs } from 'node:util';
import { z } from 'zod';
import { type Configuration, readConfiguration, variableNames } from '../config/configuration.ts';
import { unknownVariables } from '../config/unknown-variables.ts';
import {
  type Finding,
  findingLines,
  ok,
  runChecks,
  summaryOf,
  warning,
  wrong,
} from '../platform/doctor/finding.ts';
import { CommandRefused, ConfigurationInvalid, UsageInvalid } from '../platform/process.ts';
import { configuredChecks, machineChecks } from './doctor-checks.ts';
import { type Command, withUsage } from './run-command.ts';

/** Checks everything that the service needs, and prints problems with their next steps. */
export const command: Command = async (args, { tell, env }) => {
  const { isJson, to } = parseArguments(args);
  const { configuration, findings: read } = checkEnvironment(env);
  const configured = configuration ? configuredChecks({ configuration, to }) : [];
  const findings = [...read, ...(await runChecks([...machineChecks(), ...configured]))];
  const isWrong = findings.some(({ state }) => state === 'wrong');
  if (isJson) {
    tell(JSON.stringify({ is_fine: !isWrong, findings }, null, 2));
  } else {
    for (const one of findings) for (const line of findingLines(one, 'warning'.length)) tell(line);
  }
  const unseen = configuration
    ? ''
    : ' Everything else is looked at once the configuration is right.';
  const summary = `${summaryOf(findings)}${unseen}`;
  if (isWrong) throw new CommandRefused(summary);
  if (!isJson) tell(summary);
};

interface Arguments {
  isJson: boolean;
  /** The recipient of a test mail. */
  to: string | undefined;
}

const usage =
  'Use npm run doctor, with --json for programs, and an e-mail address to send a test mail there.';

export function parseArguments(args: string[]): Arguments {
  const options = { json: { type: 'boolean' } } as const;
  const { values, positionals } = withUsage(usage, () =>
    parseArgs({ args, allowPositionals: true, options }),
  );
  const [to, ...rest] = positionals;
  if (rest.length > 0 || (to !== undefined && !z.email().safeParse(to).success)) {
    throw new UsageInvalid(usage);
  }
  return { isJson: values.json ?? false, to };
}

const about = 'Configuration';

type Environment = Record<string, string | undefined>;

interface CheckedEnvironment {
  /** Undefined if a value is invalid. */
  configuration: Configuration | undefined;
  findings: Finding[];
}

/** All errors of the configuration, and probable mistakes. */
export function checkEnvironment(environment: Environment): CheckedEnvironment {
  const doubts = [...misspelt(environment), ...ignored(environment)];
  try {
    const configuration = readConfiguration(environment);
    const findings = [...settings(configuration), ...doubts];
    return { configuration, findings };
  } catch (error) {
    if (!(error instanceof ConfigurationInvalid)) throw error;
    const findings = error.problems.map((problem) =>
      wrong(
        about,
        problem.replace(/\.$/, ''),
        'Correct it; .env.example describes every variable.',
      ),
    );
    return { configuration: undefined, findings: [...findings, ...doubts] };
  }
}

function settings({ isProduction, legalEntity }: Configuration): Finding[] {
  if (!isProduction) {
    const says = 'NODE_ENV is not production, which is right for trying out only';
    return [warning(about, says, 'For real use set NODE_ENV=production.')];
  }
  if (legalEntity) return [ok(about, 'every value is right')];
  const says = 'OPERATOR is not set, so that the documents do not name who runs the service';
  return [warning(about, says, 'Set OPERATOR to company, registration and address in one line.')];
}

function misspelt(environment: Environment): Finding[] {
  return unknownVariables(environment, variableNames).map(({ name, meant }) =>
    warning(
      about,
      `${name} is not read by this program`,
      meant ? `Call it ${meant} if that is what was meant.` : 'Take it away, or see .env.example.',
    ),
  );
}

/** Variables without effect because of others. */
function ignored(environment: Environment): Finding[] {
  const isSet = (name: string) => Boolean(environment[name]?.trim());
  const findings: Finding[] = [];
  if (isSet('MASTER_KEY') && isSet('MASTER_KEY_FILE')) {
    const says = 'MASTER_KEY and MASTER_KEY_FILE are both set, and the file is not looked at';
    findings.push(warning(about, says, 'Keep one of the two.'));
  }
  if (isSet('YOOKASSA_SECRET_KEY') && environment.PAYMENTS?.trim() !== 'yookassa') {
    const says = 'YOOKASSA_SECRET_KEY is set, and PAYMENTS is not yookassa';
    findings.push(warning(about, says, 'Set PAYMENTS=yookassa to take money.'));
  }
  if (isSet('AI_API_KEY') && !isSet('AI_BASE_URL')) {
    const says = 'AI_API_KEY is set, and AI_BASE_URL is not, so that the built-in guide answers';
    findings.push(warning(about, says, 'Set AI_BASE_URL and AI_MODEL as well.'));
  }
  return findings;
}
