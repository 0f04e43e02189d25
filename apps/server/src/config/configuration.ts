import { resolve } from 'node:path';
import { limits } from '@zavet/contract/limits';
import { activationModes } from '@zavet/contract/protocol/protocol-values';
import { z } from 'zod';
import { parseTrustedProxies } from '../platform/http/client-address.ts';
import { isLoopback } from '../platform/http/origin-checks.ts';
import {
  bounceSettings,
  bounceVariables,
  dkimSettings,
  mailboxVariables,
  mailVariables,
} from './mail-settings.ts';
import {
  monitoringSettings,
  monitoringVariables,
  tracingSettings,
  tracingVariables,
} from './observability-settings.ts';
import {
  assistantSettings,
  assistantVariables,
  paymentSettings,
  paymentVariables,
} from './provider-settings.ts';
import { type VariableReader, type Variables, variableReader } from './read-variables.ts';
import {
  databaseSettings,
  databaseVariables,
  fileStorageSettings,
  fileStorageVariables,
  keyVariables,
  masterKeySource,
} from './storage-settings.ts';
import * as values from './value-schemas.ts';

const proxyList = values.commaSeparatedList.refine((entries) =>
  values.isValid(() => parseTrustedProxies(entries)),
);

/** Time for several health probes of a proxy that probes every second. */
const drainSeconds = 3;

/** Schema per variable, and the text after «must be» for an invalid value. */
const variables = {
  NODE_ENV: [z.enum(['development', 'test', 'production']), 'development, test or production'],
  PORT: [values.port, values.portSentence],
  HOST: [values.listeningAddress, 'an IP address or the name of a host, without a port'],
  PUBLIC_URL: [
    values.siteAddress,
    'the http or https address that people open, without a path, a password or a query',
  ],
  DATA_DIR: [values.folderPath, 'the path of a folder'],
  ...databaseVariables,
  ...keyVariables,
  ...mailVariables,
  SUPPORT_EMAIL: [z.email(), 'the e-mail address of the support'],
  OPERATOR: [
    z.string().regex(/^\P{Cc}{1,500}$/u),
    'one line of at most 500 characters that names who runs the service',
  ],
  TRUSTED_PROXIES: [proxyList, 'a comma-separated list of addresses or networks'],
  RUN_JOBS: [z.enum(['true', 'false']), 'true or false'],
  ACTIVATION_MODE: [z.enum(activationModes), 'direct or verified'],
  MAX_TRUSTED_CONTACTS: [values.wholeNumber(0, 1_000), 'a whole number up to 1000, 0 for no limit'],
  LOG_LEVEL: [
    z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']),
    'fatal, error, warn, info, debug, trace or silent',
  ],
  ...paymentVariables,
  ...assistantVariables,
  ...fileStorageVariables,
  ...mailboxVariables,
  ...bounceVariables,
  ...monitoringVariables,
  ...tracingVariables,
} as const satisfies Variables;

export type VariableName = keyof typeof variables;

export const variableNames = Object.keys(variables) as VariableName[];

export type Configuration = ReturnType<typeof readConfiguration>;

export function readConfiguration(environment: Record<string, string | undefined>) {
  const reader = variableReader(variables, environment);
  const { read, attempt } = reader;
  const isProduction = attempt(() => read('NODE_ENV') === 'production');
  const dataDir = resolve(attempt(() => read('DATA_DIR')) ?? './data');
  refuseContradictions(reader, isProduction);
  const host = attempt(() => hostOf(reader, isProduction));
  const payments = attempt(() => paymentSettings(read, isProduction));
  const masterKey = attempt(() => masterKeySource(read, dataDir, isProduction));
  const dkim = attempt(() => dkimSettings(read));
  const assistant = attempt(() => assistantSettings(read, isProduction));
  const files = attempt(() => fileStorageSettings(read, dataDir));
  const bounces = attempt(() => bounceSettings(read));
  const postgres = attempt(() => databaseSettings(read));
  const monitoring = attempt(() => monitoringSettings(read));
  const tracing = attempt(() => tracingSettings(read));
  reader.assertNoProblems();

  const port = read('PORT') ?? 3000;
  return {
    isProduction,
    port,
    host,
    publicUrl: (read('PUBLIC_URL') ?? `http://localhost:${port}`).replace(/\/+$/, ''),
    dataDir,
    databaseUrl: read('DATABASE_URL'),
    postgres,
    masterKey,
    smtpUrl: read('SMTP_URL'),
    mailFrom: read('MAIL_FROM') ?? 'Завет <zavet@localhost>',
    dkim,
    supportEmail: read('SUPPORT_EMAIL') ?? 'support@zavet.example',
    legalEntity: read('OPERATOR'),
    trustedProxies: read('TRUSTED_PROXIES') ?? [],
    runsJobs: read('RUN_JOBS') !== 'false',
    activationMode: read('ACTIVATION_MODE') ?? 'direct',
    maxTrustedContacts: read('MAX_TRUSTED_CONTACTS') ?? limits.trustedContacts,
    logLevel: read('LOG_LEVEL') ?? 'info',
    payments,
    assistant,
    fileStorage: files,
    mailboxHosts: new Set(read('MAILBOX_ALLOWED_HOSTS') ?? []),
    drainSeconds: isProduction ? drainSeconds : 0,
    bounces,
    monitoring,
    tracing,
  };
}

type Reader = VariableReader<typeof variables>;

function refuseContradictions({ read, refuseIf }: Reader, isProduction: boolean): void {
  refuseIf(
    () => read('RUN_JOBS') === 'false' && !read('DATABASE_URL'),
    'RUN_JOBS must not be false without DATABASE_URL, because no other process could do the jobs.',
  );
  refuseIf(
    () => isProduction && !read('SMTP_URL'),
    'SMTP_URL must be set when NODE_ENV is production, because mail is captured only for development.',
  );
  refuseIf(
    () => isProduction && read('PAYMENTS') === 'mock',
    'PAYMENTS must not be mock when NODE_ENV is production.',
  );
  refuseIf(
    () => isProduction && !read('SUPPORT_EMAIL'),
    'SUPPORT_EMAIL must be set when NODE_ENV is production, because people write there and documents name it.',
  );
  refuseIf(
    () => isProduction && !read('PUBLIC_URL'),
    'PUBLIC_URL must be set when NODE_ENV is production.',
  );
  refuseIf(
    () =>
      read('RUN_JOBS') !== 'false' && isSamePort(read('BOUNCE_PORT')?.port, read('PORT') ?? 3000),
    'BOUNCE_PORT must be another port than PORT, because one process listens on both.',
  );
}

/** Port 0 never conflicts, because the system chooses a free port for it. */
const isSamePort = (port: number | undefined, other: number) => port === other && port !== 0;

/**
 * Captured mail contains login links, and mock payments trust the browser, so both require
 * loopback.
 */
function hostOf({ read, refuseIf }: Reader, isProduction: boolean): string | undefined {
  const isMock = (read('PAYMENTS') ?? (isProduction ? undefined : 'mock')) === 'mock';
  const isInsecure = !read('SMTP_URL') || isMock;
  const host = read('HOST') ?? (isInsecure ? '127.0.0.1' : undefined);
  if (host !== undefined && isLoopback(host)) return host;
  refuseIf(
    () => !read('SMTP_URL'),
    'SMTP_URL must be set when HOST is not an address of this machine alone, because anybody could read captured mail.',
  );
  refuseIf(
    () => isMock,
    'PAYMENTS must not be mock when HOST is not an address of this machine alone, because anybody could pretend to have paid.',
  );
  return host;
}
