import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { type Configuration, readConfiguration, variableNames } from '../config/configuration.ts';
import { unknownVariables } from '../config/unknown-variables.ts';
import { bounceMailboxOf } from '../features/mail/bounces/read-bounce-mailbox.ts';
import { checkKeyFile } from '../features/service/checks/check-keys.ts';
import {
  checkBounceMailbox,
  checkBouncePort,
  modelService,
  paymentService,
} from '../features/service/checks/check-services.ts';
import { checksToRun, type DoctorChecks } from '../features/service/checks/checks.ts';
import { systemClock } from '../platform/clock.ts';
import { checkFolder, checkNode } from '../platform/doctor/check-machine.ts';
import { checkMailServer } from '../platform/doctor/check-mail.ts';
import { checkObjectStore } from '../platform/doctor/check-object-store.ts';
import { checkProxies, checkPublicAddress, checkWebService } from '../platform/doctor/check-web.ts';
import {
  type Finding,
  findingLines,
  ok,
  runChecks,
  summaryOf,
  warning,
  wrong,
} from '../platform/doctor/finding.ts';
import { openFileStorage } from '../platform/file-storage/file-storage.ts';
import { CommandRefused, ConfigurationInvalid, UsageInvalid } from '../platform/process.ts';
import { checkDatabaseConnection } from './doctor-database.ts';
import { sendTestMail } from './mail-check.ts';
import { type Command, withUsage } from './run-command.ts';

/** Checks everything that the service needs; prints each problem with a next step. */
export const command: Command = async (args, { print, env }) => {
  const { isJson, to } = parseArguments(args);
  const { configuration, findings: read } = checkEnvironment(env);
  const configured = configuration ? configuredChecks({ configuration, to }) : [];
  const findings = [...read, ...(await runChecks([...machineChecks(), ...configured]))];
  const isWrong = findings.some(({ state }) => state === 'wrong');
  if (isJson) {
    print(JSON.stringify({ is_fine: !isWrong, findings }, null, 2));
  } else {
    for (const one of findings) for (const line of findingLines(one, 'warning'.length)) print(line);
  }
  const skipped = configuration
    ? ''
    : ' Everything else is checked when the configuration is right.';
  const summary = `${summaryOf(findings)}${skipped}`;
  if (isWrong) throw new CommandRefused(summary);
  if (!isJson) print(summary);
};

interface Arguments {
  isJson: boolean;
  /** The recipient of a test mail. */
  to: string | undefined;
}

const usage =
  'Use zavet doctor, with --json for programs, and an e-mail address to send a test mail there.';

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

/** Finds all errors of the configuration, and probable mistakes. */
export function checkEnvironment(environment: Environment): CheckedEnvironment {
  const warnings = [
    ...exampleFindings(environment),
    ...misspellingFindings(environment),
    ...ignoredVariableFindings(environment),
  ];
  try {
    const configuration = readConfiguration(environment);
    const findings = [...productionFindings(configuration), ...warnings];
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
    return { configuration: undefined, findings: [...findings, ...warnings] };
  }
}

function productionFindings({ isProduction, legalEntity }: Configuration): Finding[] {
  if (!isProduction) {
    const says = 'NODE_ENV is not production, which is right for trying out only';
    return [warning(about, says, 'For real use set NODE_ENV=production.')];
  }
  if (legalEntity) return [ok(about, 'every value is right')];
  const says = 'OPERATOR is not set, so that the documents do not name who runs the service';
  return [warning(about, says, 'Set OPERATOR to company, registration and address in one line.')];
}

/** Example values from the settings file of a package. */
const shippedExample =
  /\bzavet\.example\.org\b|\bsmtp\.example\.org\b|:\/\/(?:user|zavet):password@|^Company, registration, address$/;

function exampleFindings(environment: Environment): Finding[] {
  return variableNames
    .filter((name) => shippedExample.test(environment[name]?.trim() ?? ''))
    .map((name) => wrong(about, `${name} is still the example`, 'Set it in zavet.env.'));
}

function misspellingFindings(environment: Environment): Finding[] {
  return unknownVariables(environment, variableNames).map(({ name, meant }) =>
    warning(
      about,
      `${name} is not read by this program`,
      meant ? `Call it ${meant} if that is what was meant.` : 'Take it away, or see .env.example.',
    ),
  );
}

/** Reports variables that have no effect because another variable is not set accordingly. */
function ignoredVariableFindings(environment: Environment): Finding[] {
  const isSet = (name: string) => Boolean(environment[name]?.trim());
  const findings: Finding[] = [];
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

const machineCheckTable: DoctorChecks<'machine', undefined> = {
  node: async () => [checkNode(process.version)],
  temporaryFiles: async () => [await checkFolder('temporary files', tmpdir())],
};

const configurationCheckTable: DoctorChecks<'configuration', DoctorInput> = {
  database: ({ configuration }, signal) => checkDatabaseConnection(configuration, signal),
  masterKey: async ({ configuration: { masterKey, isProduction } }) => [
    checkKeyFile(masterKey, isProduction),
  ],
  fileStorage: checkFiles,
  mail: checkMailDelivery,
  bounces: checkBounces,
  bouncePort: async ({ configuration: { bounces, runsJobs } }, signal) => {
    // The system chooses a port for 0; without jobs, another process listens on the port.
    if (!bounces?.listener || bounces.listener.port === 0 || !runsJobs) return [];
    return [await checkBouncePort(bounces.listener.host, bounces.listener.port, signal)];
  },
  payments: async ({ configuration: { payments, isProduction } }, signal) => {
    if (payments?.kind === 'yookassa') return checkWebService(paymentService(payments), signal);
    const says = payments ? 'they are pretended' : 'plans are shown and cannot be bought';
    const todo = 'Set PAYMENTS=yookassa to take money.';
    return [isProduction ? warning('Payments', says, todo) : ok('Payments', says)];
  },
  assistant: async ({ configuration: { assistant } }, signal) => {
    if (!assistant) return [ok('Assistant', 'the built-in guide answers')];
    return checkWebService(modelService(assistant), signal);
  },
  dataFolder: async ({ configuration }) =>
    usesDataDir(configuration) ? [await checkFolder('DATA_DIR', configuration.dataDir)] : [],
  publicAddress: ({ configuration: { publicUrl, isProduction } }, signal) =>
    checkPublicAddress({ publicUrl, isProduction, now: systemClock.now() }, signal),
  reverseProxy: async ({ configuration: { trustedProxies, publicUrl, isProduction } }) => [
    checkProxies(trustedProxies, { publicUrl, isProduction }),
  ],
};

const machineChecks = () => checksToRun(machineCheckTable, undefined);

const configuredChecks = (input: DoctorInput) => checksToRun(configurationCheckTable, input);

const aboutMail = 'Mail';

const smtpTimeouts = { connection: 5_000, greeting: 5_000, socket: 8_000 };

interface DoctorInput {
  configuration: Configuration;
  /** The recipient of a test mail. */
  to: string | undefined;
}

async function checkFiles(
  { configuration: { fileStorage } }: DoctorInput,
  signal: AbortSignal,
): Promise<Finding[]> {
  const store = openFileStorage(fileStorage);
  try {
    if (fileStorage.kind === 's3') {
      return await checkObjectStore(store, `the bucket ${fileStorage.bucket}`, signal);
    }
    const { directory } = fileStorage;
    // The doctor does not create the folder: another user may run the server and could not access
    // it.
    return existsSync(directory)
      ? await checkObjectStore(store, `the folder ${directory}`, signal)
      : [ok('File storage', `the first start makes the folder ${directory}`)];
  } finally {
    store.close();
  }
}

/** Checks the mail server. Sends a test mail only if `to` is given. */
export async function checkMailDelivery({ configuration, to }: DoctorInput): Promise<Finding[]> {
  const { smtpUrl, mailFrom } = configuration;
  if (!smtpUrl) return [ok(aboutMail, 'it is captured, and none leaves this machine')];
  const { state, says } = await checkMailServer(smtpUrl, smtpTimeouts);
  if (state === 'wrong') {
    const todo = 'Look at SMTP_URL, the network and the firewall (port 587 or 465).';
    return [wrong(aboutMail, says, todo)];
  }
  const todo = 'Let it offer STARTTLS, or use smtps:// in SMTP_URL.';
  const findings = [
    state === 'ok'
      ? ok(aboutMail, `${says}; zavet mail-check looks at SPF, DKIM and DMARC`)
      : warning(aboutMail, says, todo),
  ];
  if (/@localhost>?$/.test(mailFrom)) {
    const unset = 'MAIL_FROM is not set, and mails from zavet@localhost are refused elsewhere';
    findings.push(warning(aboutMail, unset, 'Set MAIL_FROM to a sender of your domain.'));
  }
  if (to) {
    const { isAccepted, reply } = await sendTestMail({ ...configuration, smtpUrl }, to);
    const todo = 'See what the answer says; zavet mail-check looks further.';
    findings.push(
      isAccepted
        ? ok(aboutMail, `the test mail was accepted with «${reply}»`)
        : wrong(aboutMail, `the test mail was not accepted: ${reply}`, todo),
    );
  }
  return findings;
}

async function checkBounces({ configuration }: DoctorInput): Promise<Finding[]> {
  const { bounces, smtpUrl } = configuration;
  if (bounces) {
    if (!bounces.mailbox) return [];
    return [await checkBounceMailbox(bounceMailboxOf(bounces.mailbox))];
  }
  // Captured mail never bounces.
  if (!smtpUrl) return [];
  const says = 'undelivered mails are not detected';
  return [warning('Delivery reports', says, 'Set BOUNCE_IMAP_URL or BOUNCE_DOMAIN.')];
}

/** The folder is used by the embedded database, local files, a generated key or captured mail. */
function usesDataDir({ databaseUrl, fileStorage, masterKey, smtpUrl }: Configuration): boolean {
  return (
    !databaseUrl ||
    fileStorage.kind === 'folder' ||
    masterKey.generatedFor !== undefined ||
    !smtpUrl
  );
}
