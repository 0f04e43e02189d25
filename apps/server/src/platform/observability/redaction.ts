import { constants } from 'node:os';

const systemCodes = new Set(Object.keys(constants.errno));

/** Codes of libraries, such as ERR_STREAM_DESTROYED, UND_ERR_SOCKET, EAI_AGAIN, ENOTFOUND. */
const libraryCode = /^(E[A-Z]{6,}|E[A-Z]{4}|[A-Z]+(_[A-Z\d]+)+)$/;

/** SQLSTATE: five characters, with a digit or a class of PostgreSQL first. */
const sqlState = /^(\d[\dA-Z]|F0|HV|P0|XX)[\dA-Z]{3}$/;

/** Our own codes, such as invalid_input, not_found. */
const ownCode = /^[a-z]+(_[a-z]+)+$/;

/** HTTP and SMTP status, exit code. */
const shortNumber = /^-?\d{1,3}$/;

/** A field is secret if the last word of its name is one of these. */
export const secretWords = new Set([
  'authorization',
  'cookie',
  'cookies',
  'password',
  'passwords',
  'token',
  'tokens',
  'secret',
  'pin',
  'code',
  'email',
  'html',
  'text',
  'body',
  'subject',
  'content',
  'params',
]);

/** Fields that end with `code` but never contain an authentication code. */
const harmlessNames = new Set(['error_code', 'status_code', 'exit_code']);

const maxDepth = 8;

const redactedText = '[redacted]';

/** A deep copy without secrets; errors are reduced by `describeError`. */
export function redact(value: unknown, level = 0): unknown {
  if (value instanceof Error) return describeError(value);
  if (value instanceof Date) return value;
  if (Array.isArray(value))
    return level < maxDepth ? value.map((item) => redact(item, level + 1)) : '[deep]';
  if (typeof value !== 'object' || value === null) return value;
  if (level >= maxDepth) return '[deep]';
  return Object.fromEntries(
    Object.entries(value).map(([name, field]) => [
      name,
      isSecret(name) ? censor(field, name) : redact(field, level + 1),
    ]),
  );
}

/** Replaces a secret value. Error codes are no secrets. */
export function censor(value: unknown, name: string): unknown {
  return name === 'code' && isErrorCode(value) ? value : redactedText;
}

export interface ErrorDescription {
  type: string;
  code?: string;
  message: string;
  stack: string[];
  cause?: ErrorDescription;
}

/** Name, code, message and stack only: libraries attach requests and rows to their errors. */
export function describeError(error: Error, level = 0): ErrorDescription {
  const { code, cause } = error as { code?: unknown; cause?: unknown };
  const isNested = cause instanceof Error && level < maxDepth;
  return {
    type: error.name,
    ...(typeof code === 'string' && { code }),
    message: safeMessage(error.message, code),
    stack: (error.stack ?? '')
      .split('\n')
      .filter((line) => /^\s+at /.test(line))
      .map((line) => line.trim()),
    ...(isNested && { cause: describeError(cause, level + 1) }),
  };
}

function safeMessage(message: string, code: unknown): string {
  // Data exceptions of PostgreSQL (class 22) quote the invalid value.
  if (typeof code === 'string' && /^22[0-9A-Z]{3}$/.test(code)) return redactedText;
  return (
    message
      // The statement contains no secrets, but its parameters may.
      .replace(/\nparams: [\s\S]*$/, '')
      .replace(/[^\s<>"'(),;=]+@[^\s<>"'(),;=]+/g, redactedText)
      .replace(
        /\b(\w*(?:token|code|pin|password|secret))=([^&\s,;]+)/gi,
        (_, name: string, value: string) => `${name}=${censor(value, name)}`,
      )
  );
}

function isSecret(name: string): boolean {
  const words = name
    .replace(/([a-z\d])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .split(/[^a-z\d]+/);
  return secretWords.has(words.at(-1) ?? '') && !harmlessNames.has(words.join('_'));
}

/**
 * Distinguishes error codes from authentication codes, which have six characters of A-Z0-9: six
 * capitals count as an error code only if the system defines it.
 */
function isErrorCode(value: unknown): boolean {
  if (typeof value !== 'string' && typeof value !== 'number') return false;
  const text = String(value);
  if (systemCodes.has(text)) return true;
  return [libraryCode, sqlState, ownCode, shortNumber].some((pattern) => pattern.test(text));
}
