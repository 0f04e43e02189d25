import type { Endpoint } from '@zavet/contract/endpoint';
import { type FieldErrorCode, isFieldErrorCode } from '@zavet/contract/errors';
import type { z } from 'zod';
import { fail } from '../failure.ts';
import { hasNul } from './request-body.ts';

const parts = ['params', 'query', 'headers', 'body'] as const;
type Part = (typeof parts)[number];

type RawInput = {
  params: Record<string, string>;
  query: Record<string, string>;
  headers: Record<string, string>;
  body: unknown;
};

/** The declared parts of the input, parsed; or a failure that names every wrong field. */
export function parseInput(endpoint: Endpoint, raw: RawInput): Partial<Record<Part, unknown>> {
  const addressTexts = [...Object.values(raw.params), ...Object.values(raw.query)];
  if (addressTexts.some(hasNul)) fail('malformed_request');

  const input: Partial<Record<Part, unknown>> = {};
  const wrong = new Map<string, FieldErrorCode>();
  for (const part of parts) {
    const schema = endpoint[part];
    if (schema === 'bytes') continue;
    const result = schema?.safeParse(raw[part]);
    if (result?.success) input[part] = result.data;
    for (const issue of result?.error?.issues ?? []) {
      const field = issue.path.join('.');
      if (!wrong.has(field)) wrong.set(field, fieldErrorOf(issue, raw[part]));
    }
  }
  if (wrong.size === 0) return input;
  // A body that is no object at all has no field to point at.
  wrong.delete('');
  return fail('invalid_input', { fields: Object.fromEntries(wrong) });
}

function fieldErrorOf(issue: z.core.$ZodIssue, given: unknown): FieldErrorCode {
  if (isFieldErrorCode(issue.message)) return issue.message;
  return valueAt(given, issue.path) === undefined ? 'required' : 'invalid';
}

function valueAt(given: unknown, path: PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (value, key) => (value as Record<PropertyKey, unknown> | null | undefined)?.[key],
    given,
  );
}
