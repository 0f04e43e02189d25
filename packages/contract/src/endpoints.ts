import { accountEndpoints } from './account/account-endpoints.ts';
import { profileEndpoints } from './account/profile-endpoints.ts';
import { sessionEndpoints } from './account/session-endpoints.ts';
import { dashboardEndpoints } from './dashboard/dashboard-endpoints.ts';
import type { Endpoint } from './endpoint.ts';
import { capturedMailEndpoints } from './mailbox/captured-mail-endpoints.ts';
import { setupEndpoints } from './setup/setup-endpoints.ts';

/** Every endpoint of the product. What is not here does not exist. */
export const endpoints = {
  ...setupEndpoints,
  ...accountEndpoints,
  ...sessionEndpoints,
  ...profileEndpoints,
  ...dashboardEndpoints,
  ...capturedMailEndpoints,
} as const satisfies Record<string, Endpoint>;

export type EndpointName = keyof typeof endpoints;
