import type { Endpoint } from '@zavet/contract/endpoint';
import { type ErrorCode, generalErrors } from '@zavet/contract/errors';
import { asksForSession } from '../bind-route.ts';

/** Every code an endpoint can answer with, its own first. */
export function errorsOf(endpoint: Endpoint): ErrorCode[] {
  const ofSession: ErrorCode[] = asksForSession(endpoint)
    ? ['session_missing', 'session_expired']
    : [];
  const ofDesk: ErrorCode[] =
    endpoint.callers === 'operator' ? ['operator_required', 'operator_code_required'] : [];
  const ofCode: ErrorCode[] = endpoint.asksForCode
    ? ['wrong_operator_code', 'operator_code_locked']
    : [];
  const ofProof: ErrorCode[] = endpoint.proof ? ['proof_required'] : [];
  const general = generalErrors.filter((code) => canHappen(code, endpoint));
  return [
    ...new Set([...endpoint.errors, ...ofSession, ...ofDesk, ...ofCode, ...ofProof, ...general]),
  ];
}

export function groupOf(endpoint: Endpoint): string {
  return endpoint.path.split('/')[1] ?? '';
}

function canHappen(code: (typeof generalErrors)[number], endpoint: Endpoint): boolean {
  switch (code) {
    case 'malformed_request':
    case 'invalid_input':
      return Boolean(endpoint.params ?? endpoint.query ?? endpoint.headers ?? endpoint.body);
    case 'cross_origin_refused':
      return endpoint.method !== 'GET' || endpoint.callers === 'developer';
    case 'body_too_large':
    case 'body_too_slow':
    case 'storage_full':
    case 'unsupported_media_type':
      return endpoint.method !== 'GET';
    case 'too_many_requests':
    case 'internal_error':
    case 'database_unavailable':
      return true;
  }
}
