import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import type { Configuration } from '../config/configuration.ts';
import { bounceMailboxOf } from '../features/mail/bounces/bounce-mailbox.ts';
import { checkBounceMailbox, checkBouncePort } from '../features/service/doctor/check-bounces.ts';
import { checkKeyFile } from '../features/service/doctor/check-key-file.ts';
import { modelService, paymentService } from '../features/service/doctor/services.ts';
import { systemClock } from '../platform/clock/clock.ts';
import { checkFolder } from '../platform/doctor/check-disk.ts';
import { checkNode } from '../platform/doctor/check-node.ts';
import { checkObjectStore } from '../platform/doctor/check-object-store.ts';
import { checkProxies } from '../platform/doctor/check-proxies.ts';
import { checkPublicAddress } from '../platform/doctor/check-public-address.ts';
import { checkWebService } from '../platform/doctor/check-web-service.ts';
import { type Finding, ok, warning } from '../platform/doctor/finding.ts';
import type { Check } from '../platform/doctor/run-checks.ts';
import { openFileStorage } from '../platform/file-storage/open-file-storage.ts';
import { lookAtDatabase } from './doctor-database.ts';
import { lookAtMail } from './doctor-mail.ts';

/** What is looked at without any configuration. */
export const bareChecks: Check[] = [
  { about: 'Node', look: async () => [checkNode(process.version)] },
  {
    about: 'Disk (temporary files)',
    look: async () => [await checkFolder('temporary files', tmpdir())],
  },
];

const aboutFiles = 'File storage';
/** To connect, and then for the checks that it has itself. */
const databaseMs = 30_000;

/** Everything that this configuration names. */
export function configuredChecks(configuration: Configuration, to: string | undefined): Check[] {
  const { masterKey, isProduction, trustedProxies, publicUrl, dataDir } = configuration;
  const now = systemClock.now();
  return [
    { about: 'Database', look: (signal) => lookAtDatabase(configuration, signal), ms: databaseMs },
    { about: 'Master key', look: async () => [checkKeyFile(masterKey, isProduction)] },
    { about: aboutFiles, look: (signal) => lookAtFiles(configuration, signal) },
    { about: 'Mail', look: () => lookAtMail(configuration, to) },
    ...bounceChecks(configuration),
    ...serviceChecks(configuration),
    ...(usesDataDir(configuration)
      ? [{ about: 'Disk', look: async () => [await checkFolder('DATA_DIR', dataDir)] }]
      : []),
    {
      about: 'Public address',
      look: (signal) => checkPublicAddress({ publicUrl, isProduction, now }, signal),
    },
    {
      about: 'Reverse proxy',
      look: async () => [checkProxies(trustedProxies, { publicUrl, isProduction })],
    },
  ];
}

async function lookAtFiles(configuration: Configuration, signal: AbortSignal): Promise<Finding[]> {
  const { fileStorage } = configuration;
  const store = openFileStorage(configuration.fileStorage);
  try {
    if (fileStorage.kind === 's3') {
      return await checkObjectStore(store, `the bucket ${fileStorage.bucket}`, signal);
    }
    const { directory } = fileStorage;
    // Made by somebody else than the server, it might be closed to the server.
    const found = existsSync(directory)
      ? await checkObjectStore(store, `the folder ${directory}`, signal)
      : [ok(aboutFiles, `the first start makes the folder ${directory}`)];
    return found;
  } finally {
    store.close();
  }
}

function bounceChecks({ bounces, mailbox, smtpUrl, runsJobs }: Configuration): Check[] {
  const about = 'Delivery reports';
  if (!bounces) {
    // Captured mail never comes back.
    if (!smtpUrl) return [];
    const says = 'nobody learns of mails that did not arrive';
    const todo = 'Set BOUNCE_IMAP_URL or BOUNCE_DOMAIN.';
    return [{ about, look: async () => [warning(about, says, todo)] }];
  }
  const checks: Check[] = [];
  const { mailbox: reports, listener } = bounces;
  if (reports) {
    const found = bounceMailboxOf(reports, mailbox.extraCertificates);
    checks.push({ about, look: async () => [await checkBounceMailbox(found)] });
  }
  // Of 0 the system makes another port each time; without jobs another process listens.
  if (listener && listener.port !== 0 && runsJobs) {
    const { host, port } = listener;
    checks.push({ about, look: async (signal) => [await checkBouncePort(host, port, signal)] });
  }
  return checks;
}

function serviceChecks({ payments, assistant, isProduction }: Configuration): Check[] {
  const checks: Check[] = [];
  if (payments?.kind === 'yookassa') {
    const service = paymentService(payments);
    checks.push({ about: service.about, look: (signal) => checkWebService(service, signal) });
  } else {
    const says = payments ? 'they are pretended' : 'plans are shown and cannot be bought';
    const todo = 'Set PAYMENTS=yookassa to take money.';
    const found = isProduction ? warning('Payments', says, todo) : ok('Payments', says);
    checks.push({ about: 'Payments', look: async () => [found] });
  }
  if (assistant) {
    const service = modelService(assistant);
    checks.push({ about: service.about, look: (signal) => checkWebService(service, signal) });
  } else {
    const found = ok('Assistant', 'the built-in guide answers');
    checks.push({ about: 'Assistant', look: async () => [found] });
  }
  return checks;
}

/** For the embedded database, files, a generated key or captured mail. */
function usesDataDir({ databaseUrl, fileStorage, masterKey, smtpUrl }: Configuration): boolean {
  return (
    !databaseUrl || fileStorage.kind === 'folder' || masterKey.kind === 'generated' || !smtpUrl
  );
}
