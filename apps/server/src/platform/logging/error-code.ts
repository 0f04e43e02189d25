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

/**
 * Whether the value of a field called `code` names what happened. A code that proves who someone
 * is has six signs of A-Z0-9, so six capitals are believed only where the system knows them.
 */
export function isErrorCode(value: unknown): boolean {
  if (typeof value !== 'string' && typeof value !== 'number') return false;
  const text = String(value);
  if (systemCodes.has(text)) return true;
  return [libraryCode, sqlState, ownCode, shortNumber].some((pattern) => pattern.test(text));
}
