import type { Client } from '@zavet/contract/client';
import type { EndpointName } from '@zavet/contract/endpoints';

/** What a call takes as its body. */
export type BodyOf<Name extends EndpointName> =
  NonNullable<Parameters<Client[Name]>[0]> extends { body: infer Body } ? Body : never;
