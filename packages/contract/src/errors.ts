/**
 * Every expected failure and its HTTP status. The server answers with the code and
 * facts; the sentence a person reads comes from the locales (`errors.<code>`).
 */
export const errorStatuses = {
  malformed_request: 400,
  invalid_input: 422,
  body_too_large: 413,
  unsupported_media_type: 415,
  not_found: 404,
  cross_origin_refused: 403,
  too_many_requests: 429,
  session_missing: 401,
  session_expired: 401,
  internal_error: 500,
  database_unavailable: 503,

  invalid_credentials: 401,
  email_not_verified: 403,
  wrong_password: 403,
  weak_password: 422,
  password_unchanged: 422,
  link_invalid: 400,
  link_expired: 410,
  document_outdated: 409,
  no_changes: 422,
  field_locked: 409,
  email_unchanged: 422,
  email_taken: 409,
  wrong_confirmation_word: 422,
} as const satisfies Record<string, number>;

export type ErrorCode = keyof typeof errorStatuses;

/** What can be wrong with a single field (`errors.fields.<code>` in the locales). */
export const fieldErrorCodes = [
  'required',
  'invalid',
  'too_long',
  'email_invalid',
  'name_too_short',
  'phone_invalid',
  'date_invalid',
  'date_in_future',
  'underage',
  'pin_invalid',
  'password_too_short',
  'passwords_differ',
  'not_accepted',
  'wrong_password',
  'weak_password',
  'password_unchanged',
  'field_locked',
  'email_unchanged',
  'email_taken',
  'wrong_confirmation_word',
] as const;

export type FieldErrorCode = (typeof fieldErrorCodes)[number];

export type ErrorFacts = Record<string, string | number | readonly string[]>;

export interface ErrorBody {
  error: {
    code: ErrorCode;
    facts?: ErrorFacts;
    /** Dotted field path → what is wrong with it. */
    fields?: Record<string, FieldErrorCode>;
  };
  request_id: string;
}

/** Failures that any endpoint may answer with, next to its own. */
export const generalErrors = [
  'malformed_request',
  'invalid_input',
  'body_too_large',
  'unsupported_media_type',
  'cross_origin_refused',
  'too_many_requests',
  'internal_error',
  'database_unavailable',
] as const satisfies readonly ErrorCode[];

export function isErrorCode(value: unknown): value is ErrorCode {
  return typeof value === 'string' && value in errorStatuses;
}

export function isFieldErrorCode(value: unknown): value is FieldErrorCode {
  return fieldErrorCodes.some((code) => code === value);
}
