import { readFileSync } from 'node:fs';
import { z } from 'zod';

/** Mail servers as `host:port`, in small letters. */
export const hostList = z
  .string()
  .transform((value) =>
    value
      .split(',')
      .map((one) => one.trim().toLowerCase())
      .filter(Boolean),
  )
  .refine((hosts) => hosts.every((host) => /^[a-z0-9._-]+:\d{1,5}$/.test(host)));

/** Becomes what the file holds. */
export const certificateFile = z
  .string()
  .transform(textOf)
  .refine((text) => text.includes('-----BEGIN CERTIFICATE-----'));

function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
