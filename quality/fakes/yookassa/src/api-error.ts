import { randomUUID } from 'node:crypto';

interface Facts {
  parameter?: string;
  retry_after?: number;
}

/** A refusal as the provider words it. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  readonly facts: Facts;

  constructor(status: number, code: string, description: string, facts: Facts = {}) {
    super(description);
    this.name = 'ApiError';
    this.status = status;
    this.code = code;
    this.facts = facts;
  }

  body() {
    return {
      type: 'error',
      id: randomUUID(),
      code: this.code,
      description: this.message,
      ...this.facts,
    };
  }
}

export function invalid(description: string, parameter?: string): ApiError {
  return new ApiError(400, 'invalid_request', description, { ...(parameter && { parameter }) });
}

export function missing(what: string): ApiError {
  return new ApiError(404, 'not_found', `${what} doesn't exist`);
}
