import type { Endpoint } from '@zavet/contract/endpoint';
import { type FieldErrorCode, isFieldErrorCode } from '@zavet/contract/errors';
import type { z } from 'zod';
import { fail } from '../failure.ts';
import { hasNul } from './request-body.ts';

const inputParts = ['params', 'query', 'headers', 'body'] as const;
type InputPart = (typeof inputParts)[number];

type RawInput = {
  params: Record<string, string>;
  query: Record<string, string>;
  headers: Record<string, string>;
  body: unknown;
};

/** Parses the declared parts of the input. Fails with the names of all invalid fields. */
export function parseInput(endpoint: Endpoint, raw: RawInput): Partial<Record<InputPart, unknown>> {
  const urlTexts = [...Object.values(raw.params), ...Object.values(raw.query)];
  if (urlTexts.some(hasNul)) fail('malformed_request');

  const input: Partial<Record<InputPart, unknown>> = {};
  const invalid = new Map<string, FieldErrorCode>();
  for (const part of inputParts) {
    const schema = endpoint[part];
    if (schema === 'bytes') continue;
    const result = schema?.safeParse(raw[part]);
    if (result?.success) input[part] = result.data;
    for (const issue of result?.error?.issues ?? []) {
      const field = issue.path.join('.');
      if (!invalid.has(field)) invalid.set(field, fieldErrorOf(issue, raw[part]));
    }
  }
  if (invalid.size === 0) return input;
  // A body that is not an object has no field to report.
  invalid.delete('');
  return fail('invalid_input', { fields: Object.fromEntries(invalid) });
}

function fieldErrorOf(issue: z.core.$ZodIssue, input: unknown): FieldErrorCode {
  if (isFieldErrorCode(issue.message)) return issue.message;
  return valueAt(input, issue.path) === undefined ? 'required' : 'invalid';
}

function valueAt(input: unknown, path: PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (value, key) => (value as Record<PropertyKey, unknown> | null | undefined)?.[key],
    input,
  );
}
