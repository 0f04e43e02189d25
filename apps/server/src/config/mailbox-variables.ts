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
  .refine((hosts) => hosts.every(isHostWithPort));

function isHostWithPort(value: string): boolean {
  const [, port] = /^[a-z0-9._-]+:(\d{1,5})$/.exec(value) ?? [];
  return Number(port) >= 1 && Number(port) <= 65_535;
}
