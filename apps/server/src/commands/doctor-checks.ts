import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import type { Configuration } from '../config/configuration.ts';
import { bounceMailboxOf } from '../features/mail/bounces/bounce-mailbox.ts';
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
import { type Finding, ok, warning, wrong } from '../platform/doctor/finding.ts';
import { openFileStorage } from '../platform/file-storage/file-storage.ts';
import { checkDatabaseConnection } from './doctor-database.ts';
import { sendTestMail } from './mail-check.ts';

interface DoctorInput {
  configuration: Configuration;
  /** The recipient of a test mail. */
  to: string | undefined;
}

const ofMachine: DoctorChecks<'machine', undefined> = {
  node: async () => [checkNode(process.version)],
  temporaryFiles: async () => [await checkFolder('temporary files', tmpdir())],
};

const ofConfiguration: DoctorChecks<'configuration', DoctorInput> = {
  database: ({ configuration }, signal) => checkDatabaseConnection(configuration, signal),
  masterKey: async ({ configuration: { masterKey, isProduction } }) => [
    checkKeyFile(masterKey, isProduction),
  ],
  fileStorage: checkFiles,
  mail: checkMailDelivery,
  bounces: checkBounces,
  bouncePort: async ({ configuration: { bounces, runsJobs } }, signal) => {
    // Port 0 is random, and without jobs another process listens.
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

export const machineChecks = () => checksToRun(ofMachine, undefined);
export const configuredChecks = (input: DoctorInput) => checksToRun(ofConfiguration, input);

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
    // Not created here: the server could not access a folder of another user.
    return existsSync(directory)
      ? await checkObjectStore(store, `the folder ${directory}`, signal)
      : [ok('File storage', `the first start makes the folder ${directory}`)];
  } finally {
    store.close();
  }
}

const aboutMail = 'Mail';
const smtpTimeouts = { connection: 5_000, greeting: 5_000, socket: 8_000 };

/** Nothing is sent unless `to` is given. */
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
      ? ok(aboutMail, `${says}; npm run mail-check looks at SPF, DKIM and DMARC`)
      : warning(aboutMail, says, todo),
  ];
  if (/@localhost>?$/.test(mailFrom)) {
    const unset = 'MAIL_FROM is not set, and mails from zavet@localhost are refused elsewhere';
    findings.push(warning(aboutMail, unset, 'Set MAIL_FROM to a sender of your domain.'));
  }
  if (to) {
    const { isTaken, reply } = await sendTestMail({ ...configuration, smtpUrl }, to);
    const todo = 'See what the answer says; npm run mail-check looks further.';
    findings.push(
      isTaken
        ? ok(aboutMail, `the test mail was taken with «${reply}»`)
        : wrong(aboutMail, `the test mail was not taken: ${reply}`, todo),
    );
  }
  return findings;
}

async function checkBounces({ configuration }: DoctorInput): Promise<Finding[]> {
  const { bounces, mailbox, smtpUrl } = configuration;
  if (bounces) {
    if (!bounces.mailbox) return [];
    return [await checkBounceMailbox(bounceMailboxOf(bounces.mailbox, mailbox.extraCertificates))];
  }
  // Captured mail never bounces.
  if (!smtpUrl) return [];
  const says = 'undelivered mails are not detected';
  return [warning('Delivery reports', says, 'Set BOUNCE_IMAP_URL or BOUNCE_DOMAIN.')];
}

/** The folder is used by the embedded database, local files, a generated key or captured mail. */
function usesDataDir({ databaseUrl, fileStorage, masterKey, smtpUrl }: Configuration): boolean {
  return (
    !databaseUrl || fileStorage.kind === 'folder' || masterKey.kind === 'generated' || !smtpUrl
  );
}
