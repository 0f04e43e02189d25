/**
 * Every expected failure and its HTTP status. The server answers with the code and
 * facts; the sentence a person reads comes from the locales (`errors.<code>`).
 */
export const errorStatuses = {
  malformed_request: 400,
  invalid_input: 422,
  body_too_large: 413,
  body_too_slow: 408,
  unsupported_media_type: 415,
  not_found: 404,
  cross_origin_refused: 403,
  too_many_requests: 429,
  session_missing: 401,
  session_expired: 401,
  internal_error: 500,
  database_unavailable: 503,
  not_ready: 503,
  storage_full: 507,

  invalid_credentials: 401,
  email_not_verified: 403,
  wrong_password: 403,
  proof_required: 403,
  weak_password: 422,
  password_unchanged: 422,
  password_compromised: 422,
  link_invalid: 400,
  link_expired: 410,
  document_outdated: 409,
  no_changes: 422,
  field_locked: 409,
  email_unchanged: 422,
  email_taken: 409,
  wrong_confirmation_word: 422,

  contact_not_found: 404,
  contact_limit_reached: 409,
  contact_email_taken: 409,
  contact_is_owner: 422,
  contact_activated: 409,
  already_confirmed: 409,
  invalid_code: 422,
  code_expired: 410,
  code_tries_exhausted: 409,
  contact_declined: 409,

  instruction_limit_reached: 409,
  text_limit_reached: 409,
  version_conflict: 409,
  instruction_closed: 409,
  not_in_outbox: 409,
  content_unreadable: 500,

  length_required: 411,
  file_empty: 422,
  file_too_large: 413,
  file_type_unsupported: 415,
  file_content_mismatch: 415,
  file_already_attached: 409,
  file_limit_reached: 409,
  storage_limit_exceeded: 409,
  file_storage_unavailable: 503,

  too_many_exports: 429,
  download_not_allowed: 403,
  import_under_way: 409,
  account_not_empty: 409,
  archive_too_large: 413,
  archive_not_zip: 422,
  archive_foreign: 422,
  archive_version: 422,
  archive_damaged: 422,
  archive_encrypted: 422,
  archive_too_complex: 422,
  archive_given_up: 422,
  archive_contacts_exceeded: 409,
  archive_storage_exceeded: 409,

  payment_mismatch: 422,
  plan_not_offered: 409,
  plan_not_running: 409,
  plan_settled: 409,
  payment_method_missing: 409,
  payment_refused: 502,
  payment_outcome_unknown: 503,
  payments_unavailable: 503,

  contact_not_confirmed: 409,
  legacy_not_found: 404,
  protocol_already_active: 409,
  protocol_waiting: 409,
  contact_stopped: 409,
  agreement_required: 409,
  agreement_not_needed: 409,
  nothing_to_stop: 409,
  protocol_not_active: 409,
  second_address_taken: 409,
  stop_code_unknown: 422,
  stop_code_spent: 409,
  nothing_to_deliver: 409,
  pin_required: 422,
  wrong_pin: 422,
  pin_locked: 409,
  address_not_correctable: 409,
  delivery_under_way: 409,
  letter_not_refused: 409,
  activator_can_correct: 409,
  link_closed: 410,
  letter_taken_back: 410,
  delivery_session_missing: 401,

  review_required: 409,
  review_not_needed: 409,
  review_too_soon: 409,
  review_closed: 409,
  document_limit_reached: 409,
  sign_in_to_stop: 403,
  operator_involved: 403,

  operator_required: 403,
  operator_code_required: 403,
  wrong_operator_code: 422,
  operator_code_locked: 409,

  support_thread_changed: 409,
  support_thread_full: 409,
  trouble_act_refused: 409,
  refund_at_provider: 409,
  maintenance_overlaps: 409,
  maintenance_begun: 409,

  second_step_over: 410,
  second_factor_missing: 409,
  wrong_one_time_code: 422,
  wrong_recovery_code: 422,
  passkey_refused: 422,
  passkey_limit_reached: 409,
  codes_already_on: 409,
  code_setup_ended: 410,
  lost_device_too_soon: 409,
  mailbox_login_refused: 422,
  mailbox_unreachable: 502,
  mailbox_host_forbidden: 422,
  mailbox_certificate_refused: 502,
  mailbox_folder_missing: 422,
  mailbox_unavailable: 502,
  mailbox_message_gone: 410,
  mailbox_message_too_large: 413,

  no_confirmed_contact: 409,
  protocol_running: 409,
  rehearsal_running: 409,
  rehearsal_too_soon: 409,
  rehearsal_not_running: 409,
  rehearsal_pin_not_asked: 409,
} as const satisfies Record<string, number>;

export type ErrorCode = keyof typeof errorStatuses;

/** What can be wrong with a single field (`errors.fields.<code>` in the locales). */
export const fieldErrorCodes = [
  'required',
  'invalid',
  'too_long',
  'email_invalid',
  'name_too_short',
  'name_without_letters',
  'name_invalid',
  'phone_invalid',
  'date_invalid',
  'date_in_future',
  'date_is_pin',
  'underage',
  'pin_invalid',
  'pin_too_simple',
  'pin_is_birthday',
  'password_too_short',
  'password_too_long',
  'password_common',
  'password_of_product',
  'password_of_address',
  'passwords_differ',
  'not_accepted',
  'wrong_password',
  'weak_password',
  'password_unchanged',
  'password_compromised',
  'field_locked',
  'email_unchanged',
  'email_taken',
  'mailbox_login_refused',
  'mailbox_host_forbidden',
  'wrong_confirmation_word',
  'contact_email_taken',
  'contact_is_owner',
  'contact_required',
  'contact_unknown',
  'guardian_consent_required',
  'code_invalid',
  'file_name_invalid',
  'pin_required',
  'wrong_pin',
  'second_address_taken',
  'stop_code_unknown',
  'wrong_operator_code',
  'not_locked_yet',
  'outage_ends_before',
  'outage_to_come',
  'outage_too_long',
  'maintenance_too_soon',
  'maintenance_too_far',
  'maintenance_too_long',
  'wrong_one_time_code',
  'wrong_recovery_code',
  'one_time_code_invalid',
  'recovery_code_invalid',
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
  'body_too_slow',
  'unsupported_media_type',
  'cross_origin_refused',
  'too_many_requests',
  'internal_error',
  'database_unavailable',
  'storage_full',
] as const satisfies readonly ErrorCode[];

export function isErrorCode(value: unknown): value is ErrorCode {
  return typeof value === 'string' && value in errorStatuses;
}

export function isFieldErrorCode(value: unknown): value is FieldErrorCode {
  return fieldErrorCodes.some((code) => code === value);
}
