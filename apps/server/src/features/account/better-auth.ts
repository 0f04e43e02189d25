import { sessionTimings } from '@zavet/contract/timings';
import { betterAuth } from 'better-auth';
import { drizzleAdapter } from 'better-auth/adapters/drizzle';
import type { Database } from '../../platform/database/database.ts';
import { newId } from '../../platform/new-id.ts';
import { credentials, sessions, users } from './account-tables.ts';

export type AuthAdapter = Awaited<ReturnType<typeof openBetterAuth>>;

/** better-auth over our tables, in our names, with everything off that we do ourselves. */
export async function openBetterAuth(database: Database, secret: string) {
  const auth = betterAuth({
    secret,
    baseURL: 'http://localhost',
    telemetry: { enabled: false },
    rateLimit: { enabled: false },
    logger: { disabled: true },
    database: drizzleAdapter(currentHandle(database), {
      provider: 'pg',
      schema: { users, sessions, credentials },
    }),
    advanced: { database: { generateId: newId } },
    user: {
      modelName: 'users',
      fields: { emailVerified: 'email_verified', createdAt: 'created_at', updatedAt: 'updated_at' },
    },
    account: {
      modelName: 'credentials',
      fields: {
        userId: 'user_id',
        accountId: 'account_id',
        providerId: 'provider_id',
        createdAt: 'created_at',
        updatedAt: 'updated_at',
      },
    },
    session: {
      modelName: 'sessions',
      fields: {
        userId: 'user_id',
        expiresAt: 'expires_at',
        ipAddress: 'ip_address',
        userAgent: 'user_agent',
        createdAt: 'created_at',
        updatedAt: 'updated_at',
      },
      expiresIn: sessionTimings.sessionLifetime / 1000,
    },
    emailAndPassword: { enabled: true, requireEmailVerification: true, autoSignIn: false },
  });
  return (await auth.$context).internalAdapter;
}

/** The adapter never changes its handle; this one always leads to the current transaction. */
function currentHandle(database: Database): Record<string, unknown> {
  return new Proxy(
    {},
    {
      get: (_, key) => {
        const handle = database.db() as unknown as Record<PropertyKey, unknown>;
        const value = handle[key];
        return typeof value === 'function' ? value.bind(handle) : value;
      },
    },
  );
}
