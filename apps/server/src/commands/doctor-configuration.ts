import { type Configuration, readConfiguration, variableNames } from '../config/configuration.ts';
import { unknownVariables } from '../config/unknown-variables.ts';
import { type Finding, ok, warning, wrong } from '../platform/doctor/finding.ts';
import { ConfigurationInvalid } from '../platform/process/refusals.ts';

const about = 'Configuration';

type Environment = Record<string, string | undefined>;

export interface ReadForDoctor {
  /** Undefined where something in it is wrong. */
  configuration: Configuration | undefined;
  findings: Finding[];
}

/** Everything that is wrong with the configuration at once, and what it probably does not mean. */
export function readForDoctor(environment: Environment): ReadForDoctor {
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

function settings({ isProduction, operator }: Configuration): Finding[] {
  if (!isProduction) {
    const says = 'NODE_ENV is not production, which is right for trying out only';
    return [warning(about, says, 'For real use set NODE_ENV=production.')];
  }
  if (operator) return [ok(about, 'every value is right')];
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

/** What is set beside something that has the last word, or without what would use it. */
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
