import { constants } from 'node:os';

const systemCodes = new Set(Object.keys(constants.errno));

/** Codes of Node and of libraries: ERR_STREAM_DESTROYED, UND_ERR_SOCKET, EAI_AGAIN, ENOTFOUND. */
const libraryCode = /^(E[A-Z]{6,}|E[A-Z]{4}|[A-Z]+(_[A-Z\d]+)+)$/;

/** A state of SQL has five signs and begins with a digit, or with the class of PostgreSQL's own. */
const sqlState = /^(\d[\dA-Z]|F0|HV|P0|XX)[\dA-Z]{3}$/;

/** Our own: invalid_input, not_found. */
const ownCode = /^[a-z]+(_[a-z]+)+$/;

/** Of HTTP, of mail servers, of a process that ended. */
const shortNumber = /^-?\d{1,3}$/;

/** Last words of field names whose values never belong in a log. */
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

/** Codes that name what happened instead of proving who someone is. */
const harmlessNames = new Set(['error_code', 'status_code', 'exit_code']);

const deepestLevel = 8;

const censored = '[redacted]';

/** A copy without secrets at any depth; errors become what `describeError` lets through. */
export function redact(value: unknown, level = 0): unknown {
  if (value instanceof Error) return describeError(value);
  if (value instanceof Date) return value;
  if (Array.isArray(value))
    return level < deepestLevel ? value.map((item) => redact(item, level + 1)) : '[deep]';
  if (typeof value !== 'object' || value === null) return value;
  if (level >= deepestLevel) return '[deep]';
  return Object.fromEntries(
    Object.entries(value).map(([name, field]) => [
      name,
      isSecret(name) ? censor(field, name) : redact(field, level + 1),
    ]),
  );
}

/** What stands in the place of a secret; a code that names an error is none. */
export function censor(value: unknown, name: string): unknown {
  return name === 'code' && isErrorCode(value) ? value : censored;
}

export interface ErrorDescription {
  type: string;
  code?: string;
  message: string;
  stack: string[];
  cause?: ErrorDescription;
}

/**
 * Name, code, message and places of an error. Libraries hang whole requests and rows on theirs,
 * and quote values in messages, so nothing else passes.
 */
export function describeError(error: Error, level = 0): ErrorDescription {
  const { code, cause } = error as { code?: unknown; cause?: unknown };
  const isNested = cause instanceof Error && level < deepestLevel;
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
  // PostgreSQL's data exceptions (class 22) quote the value that was wrong.
  if (typeof code === 'string' && /^22[0-9A-Z]{3}$/.test(code)) return censored;
  return (
    message
      // A failed statement is safe, the values it was given are not.
      .replace(/\nparams: [\s\S]*$/, '')
      .replace(/[^\s<>"'(),;=]+@[^\s<>"'(),;=]+/g, censored)
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
 * Whether the value of a field called `code` names what happened. A code that proves who someone
 * is has six signs of A-Z0-9, so six capitals are believed only where the system knows them.
 */
function isErrorCode(value: unknown): boolean {
  if (typeof value !== 'string' && typeof value !== 'number') return false;
  const text = String(value);
  if (systemCodes.has(text)) return true;
  return [libraryCode, sqlState, ownCode, shortNumber].some((pattern) => pattern.test(text));
}
