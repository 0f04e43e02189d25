import type { ErrorCode, ErrorFacts, FieldErrorCode } from '@zavet/contract/errors';

/** Dates are serialized in the response. */
type FailureFacts = Record<string, ErrorFacts[string] | Date>;

interface FailureDetails {
  facts?: FailureFacts;
  /** Errors by dotted field path. */
  fields?: Record<string, FieldErrorCode>;
}

/** An expected failure: a code of the contract with its `facts`, never a sentence. */
export class Failure extends Error {
  readonly code: ErrorCode;
  readonly facts: FailureFacts | undefined;
  readonly fields: Record<string, FieldErrorCode> | undefined;

  constructor(code: ErrorCode, details: FailureDetails = {}) {
    super(code);
    this.name = 'Failure';
    this.code = code;
    this.facts = details.facts;
    this.fields = details.fields;
  }
}

export function fail(code: ErrorCode, details?: FailureDetails): never {
  throw new Failure(code, details);
}
