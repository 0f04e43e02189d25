import { z } from 'zod';
import { isLoopback } from '../platform/http/loopback.ts';
import type { ReadVariable } from './read-variables.ts';
import { listeningAddress, port, portSentence } from './value-schemas.ts';

/** Where figures are read. */
export interface WatchSettings {
  /** A port for figures and probes alone. */
  port: number | undefined;
  host: string;
  token: string | undefined;
}

/** Every variable, and what a wrong value is answered with. */
export const watchVariables = {
  METRICS_PORT: [port, portSentence],
  METRICS_HOST: [listeningAddress, 'an IP address or the name of a host, without a port'],
  METRICS_TOKEN: [
    z.string().regex(/^[\x21-\x7e]{16,200}$/),
    'at least 16 letters, digits or signs without spaces',
  ],
} as const;

type Read = ReadVariable<typeof watchVariables & { PORT: readonly [typeof port, string] }>;

/** `refuse` gets one sentence about what does not fit together. */
export function watchSettings(read: Read, refuse: (sentence: string) => never): WatchSettings {
  const port = read('METRICS_PORT');
  const ownPort = read('PORT') ?? 3000;
  const host = read('METRICS_HOST') ?? '127.0.0.1';
  const token = read('METRICS_TOKEN');
  if (port !== undefined && port !== 0 && port === ownPort) {
    refuse('METRICS_PORT must not be PORT, because each needs a port of its own.');
  }
  if (port !== undefined && !token && !isLoopback(host)) {
    refuse(
      'METRICS_TOKEN must be set when METRICS_HOST is not an address of this machine alone, because anybody could read the figures.',
    );
  }
  return { port, host, token };
}
