import { resolve } from 'node:path';
import { limits } from '@zavet/contract/limits';
import { activationModes } from '@zavet/contract/protocol/request-values';
import { z } from 'zod';
import type { LanguageModelSettings } from '../features/assistant/language-model.ts';
import type { YookassaSettings } from '../features/payments/yookassa-provider.ts';
import { parseKeyRing } from '../platform/encryption/key-ring-text.ts';
import type { MasterKeySource } from '../platform/encryption/master-keys.ts';
import { parseTrustedProxies } from '../platform/http/client-address.ts';
import { isLoopback } from '../platform/http/loopback.ts';
import { bounceSettings, bounceVariables } from './bounce-variables.ts';
import { ConfigurationInvalid } from './configuration-invalid.ts';
import { fileStorage } from './file-storage-variables.ts';
import { dkimOf, mailVariables } from './mail-variables.ts';
import { certificateFile, hostList } from './mailbox-variables.ts';
import { drainSeconds, shutdownVariables } from './shutdown-variables.ts';

const wholeNumber = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d+$/)
    .transform(Number)
    .refine((value) => value >= min && value <= max);
const address = (...protocols: string[]) =>
  z.string().refine((value) => URL.canParse(value) && protocols.includes(new URL(value).protocol));

const proxyList = z
  .string()
  .transform((value) =>
    value
      .split(',')
      .map((one) => one.trim())
      .filter(Boolean),
  )
  .refine(areProxies);

/** Every variable, and what a wrong value is answered with. */
const variables = {
  NODE_ENV: [z.enum(['development', 'test', 'production']), 'development, test or production'],
  PORT: [wholeNumber(0, 65_535), 'a port number between 0 and 65535'],
  HOST: [z.string().min(1), 'the address to listen on'],
  PUBLIC_URL: [address('http:', 'https:'), 'the http or https address that people open'],
  DATA_DIR: [z.string().min(1), 'the path of a folder'],
  DATABASE_URL: [address('postgres:', 'postgresql:'), 'a postgres:// address'],
  MASTER_KEY: [
    z.string().refine(isKeyRing),
    '32 random bytes written in base64, or several as version:base64 with commas',
  ],
  MASTER_KEY_FILE: [z.string().min(1), 'the path of a file that holds the master key'],
  SMTP_URL: [address('smtp:', 'smtps:'), 'an smtp:// or smtps:// address'],
  MAIL_FROM: [
    z.string().regex(/^[^\r\n]*[^\s@<]+@[^\s@>]+>?$/),
    'a sender such as Zavet <mail@example.org>',
  ],
  ...mailVariables,
  SUPPORT_EMAIL: [z.email(), 'the e-mail address of the support'],
  OPERATOR: [
    z
      .string()
      .trim()
      .regex(/^\P{Cc}{1,500}$/u),
    'one line of at most 500 characters that names who runs the service',
  ],
  TRUSTED_PROXIES: [proxyList, 'a comma-separated list of addresses or networks'],
  RUN_JOBS: [z.enum(['true', 'false']), 'true or false'],
  ACTIVATION_MODE: [z.enum(activationModes), 'direct or verified'],
  MAX_TRUSTED_CONTACTS: [wholeNumber(0, 1_000), 'a whole number, 0 for no limit'],
  LOG_LEVEL: [
    z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']),
    'fatal, error, warn, info, debug, trace or silent',
  ],
  PAYMENTS: [z.enum(['mock', 'yookassa']), 'mock or yookassa'],
  YOOKASSA_SHOP_ID: [z.string().regex(/^\S+$/), 'the number of the shop'],
  YOOKASSA_SECRET_KEY: [z.string().regex(/^\S+$/), 'a secret key without spaces'],
  YOOKASSA_API_URL: [address('http:', 'https:'), 'the address of the payment service'],
  YOOKASSA_VAT_CODE: [wholeNumber(1, 12), 'the code of a tax rate between 1 and 12'],
  AI_BASE_URL: [
    address('http:', 'https:').refine(isBare),
    'the address of an OpenAI-compatible service, without a password or a query',
  ],
  AI_API_KEY: [z.string().regex(/^\S+$/), 'a key without spaces'],
  AI_MODEL: [z.string().regex(/^\S+$/), 'the name of a model, without spaces'],
  S3_ENDPOINT: [address('http:', 'https:'), 'the address of an S3 service'],
  S3_REGION: [z.string().regex(/^[\w-]+$/), 'the name of a region such as us-east-1'],
  S3_BUCKET: [z.string().regex(/^[a-z0-9][\w.-]+$/i), 'the name of a bucket'],
  S3_ACCESS_KEY_ID: [z.string().regex(/^\S+$/), 'an access key without spaces'],
  S3_SECRET_ACCESS_KEY: [z.string().regex(/^\S+$/), 'a secret key without spaces'],
  MAILBOX_ALLOWED_HOSTS: [hostList, 'a comma-separated list of mail servers as host:port'],
  MAILBOX_CA_FILE: [certificateFile, 'the path of a readable file with certificates in PEM'],
  ...bounceVariables,
  ...shutdownVariables,
} as const satisfies Record<string, readonly [z.ZodType, string]>;

type Name = keyof typeof variables;
type Value<N extends Name> = z.output<(typeof variables)[N][0]>;
type Read = <N extends Name>(name: N) => Value<N> | undefined;

export type Configuration = ReturnType<typeof readConfiguration>;

/** Reads the environment once. Empty values count as unset. */
export function readConfiguration(environment: Record<string, string | undefined>) {
  const read: Read = <N extends Name>(name: N) => {
    const value = environment[name];
    if (value === undefined || value === '') return undefined;
    const [schema, wanted] = variables[name];
    const parsed = schema.safeParse(value);
    if (!parsed.success) throw new ConfigurationInvalid(`${name} must be ${wanted}.`);
    return parsed.data as Value<N>;
  };

  const isProduction = read('NODE_ENV') === 'production';
  const port = read('PORT') ?? 3000;
  const dataDir = resolve(read('DATA_DIR') ?? './data');
  const smtpUrl = read('SMTP_URL');
  const payments = read('PAYMENTS') ?? (isProduction ? undefined : 'mock');
  if (read('RUN_JOBS') === 'false' && !read('DATABASE_URL')) {
    throw new ConfigurationInvalid(
      'RUN_JOBS must not be false without DATABASE_URL, because no other process could do the jobs.',
    );
  }
  if (isProduction && !smtpUrl) {
    throw new ConfigurationInvalid(
      'SMTP_URL must be set when NODE_ENV is production, because mail is captured only for development.',
    );
  }
  if (isProduction && payments === 'mock') {
    throw new ConfigurationInvalid('PAYMENTS must not be mock when NODE_ENV is production.');
  }
  const host = read('HOST') ?? (smtpUrl && payments !== 'mock' ? undefined : '127.0.0.1');
  refusePretenceInPublic(host, smtpUrl, payments);
  if (isProduction && !read('SUPPORT_EMAIL')) {
    throw new ConfigurationInvalid(
      'SUPPORT_EMAIL must be set when NODE_ENV is production, because people write there and documents name it.',
    );
  }
  if (isProduction && !read('PUBLIC_URL')) {
    throw new ConfigurationInvalid('PUBLIC_URL must be set when NODE_ENV is production.');
  }

  return {
    isProduction,
    port,
    host,
    publicUrl: (read('PUBLIC_URL') ?? `http://localhost:${port}`).replace(/\/+$/, ''),
    dataDir,
    databaseUrl: read('DATABASE_URL'),
    masterKey: masterKeySource(read('MASTER_KEY'), read('MASTER_KEY_FILE'), dataDir, isProduction),
    smtpUrl,
    mailFrom: read('MAIL_FROM') ?? 'Завет <zavet@localhost>',
    mailPerDomainPerMinute: read('MAIL_PER_DOMAIN_PER_MINUTE') ?? 600,
    dkim: dkimOf(read),
    supportEmail: read('SUPPORT_EMAIL') ?? 'support@zavet.example',
    operator: read('OPERATOR'),
    trustedProxies: read('TRUSTED_PROXIES') ?? [],
    runsJobs: read('RUN_JOBS') !== 'false',
    activationMode: read('ACTIVATION_MODE') ?? 'direct',
    maxTrustedContacts: read('MAX_TRUSTED_CONTACTS') ?? limits.trustedContacts,
    logLevel: read('LOG_LEVEL') ?? 'info',
    payments:
      payments === 'yookassa' ? yookassa(read, isProduction) : payments && { kind: payments },
    assistant: assistant(read, isProduction),
    fileStorage: fileStorage(read, dataDir),
    mailbox: {
      allowedHosts: new Set(read('MAILBOX_ALLOWED_HOSTS') ?? []),
      extraCertificates: read('MAILBOX_CA_FILE'),
    },
    drainSeconds: drainSeconds(read('SHUTDOWN_DRAIN_SECONDS'), isProduction),
    bounces: bounceSettings(read, (sentence) => {
      throw new ConfigurationInvalid(sentence);
    }),
  };
}

/**
 * Captured mail holds links that open accounts, and pretended payments believe the browser: both
 * are for this machine alone, whatever it is called.
 */
function refusePretenceInPublic(
  host: string | undefined,
  smtpUrl: string | undefined,
  payments: string | undefined,
): void {
  if (host !== undefined && isLoopback(host)) return;
  if (!smtpUrl) {
    throw new ConfigurationInvalid(
      'SMTP_URL must be set when HOST is not an address of this machine alone, because anybody could read captured mail.',
    );
  }
  if (payments === 'mock') {
    throw new ConfigurationInvalid(
      'PAYMENTS must not be mock when HOST is not an address of this machine alone, because anybody could pretend to have paid.',
    );
  }
}

function masterKeySource(
  value: string | undefined,
  file: string | undefined,
  dataDir: string,
  isProduction: boolean,
): MasterKeySource {
  if (value) return { kind: 'value', text: value };
  if (file) return { kind: 'file', path: file, mustBePrivate: isProduction };
  if (isProduction) {
    throw new ConfigurationInvalid(
      'MASTER_KEY or MASTER_KEY_FILE must be set when NODE_ENV is production.',
    );
  }
  return { kind: 'generated', dataDir };
}

/** A password in it could not be sent, and a query would be lost. */
function isBare(value: string): boolean {
  if (!URL.canParse(value)) return false;
  const { username, password, search, hash } = new URL(value);
  return `${username}${password}${search}${hash}` === '';
}

function isKeyRing(text: string): boolean {
  try {
    parseKeyRing(text, 'MASTER_KEY');
    return true;
  } catch {
    return false;
  }
}

/** How payments are taken; undefined where none can be. */
type Payments = { kind: 'mock' } | ({ kind: 'yookassa' } & YookassaSettings) | undefined;

/** Prices include the usual rate. */
const usualVatCode = 11;

function yookassa(read: Read, isProduction: boolean): Payments {
  const needed = (name: 'YOOKASSA_SHOP_ID' | 'YOOKASSA_SECRET_KEY') => {
    const found = read(name);
    if (found) return found;
    throw new ConfigurationInvalid(`${name} must be set when PAYMENTS is yookassa.`);
  };
  const apiUrl = read('YOOKASSA_API_URL') ?? 'https://api.yookassa.ru/v3';
  if (isProduction && !apiUrl.startsWith('https:')) {
    throw new ConfigurationInvalid(
      'YOOKASSA_API_URL must be an https address when NODE_ENV is production.',
    );
  }
  return {
    kind: 'yookassa',
    shopId: needed('YOOKASSA_SHOP_ID'),
    secretKey: needed('YOOKASSA_SECRET_KEY'),
    apiUrl,
    vatCode: read('YOOKASSA_VAT_CODE') ?? usualVatCode,
  };
}

/** The language model of the assistant; undefined where the built-in guide answers. */
function assistant(read: Read, isProduction: boolean): LanguageModelSettings | undefined {
  const baseUrl = read('AI_BASE_URL');
  const model = read('AI_MODEL');
  const apiKey = read('AI_API_KEY');
  if (!baseUrl) return undefined;
  if (!model) throw new ConfigurationInvalid('AI_MODEL must be set when AI_BASE_URL is set.');
  const { protocol, hostname } = new URL(baseUrl);
  if (isProduction && protocol !== 'https:' && !isLoopback(hostname)) {
    throw new ConfigurationInvalid(
      'AI_BASE_URL must be an https address when NODE_ENV is production, or one of this machine.',
    );
  }
  return { baseUrl, model, apiKey };
}

function areProxies(entries: string[]): boolean {
  try {
    parseTrustedProxies(entries);
    return true;
  } catch {
    return false;
  }
}
