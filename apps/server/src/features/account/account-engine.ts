import { sessionTimings } from '@zavet/contract/timings';
import { betterAuth } from 'better-auth';
import { drizzleAdapter } from 'better-auth/adapters/drizzle';
import type { Clock } from '../../platform/clock/clock.ts';
import type { Database } from '../../platform/database/database.ts';
import { newId } from '../../platform/new-id.ts';
import { credentials, sessions, users } from './account-tables.ts';

/**
 * The part of better-auth that we use: people, passwords and sessions. Its HTTP routes are
 * not mounted; every call runs in the transaction of the use case that makes it.
 */
export interface AccountEngine {
  createAccount(email: string, passwordHash: string): Promise<string>;
  setPassword(userId: string, passwordHash: string): Promise<void>;
  setEmail(userId: string, email: string): Promise<void>;
  markVerified(userId: string): Promise<void>;
  createSession(userId: string, from: SessionOrigin): Promise<{ id: string; token: string }>;
  endSession(token: string): Promise<void>;
  endAllSessions(userId: string): Promise<void>;
}

export interface SessionOrigin {
  address: string;
  user_agent: string | null;
}

const credentialProvider = 'credential';
const sessionLifetimeMs = sessionTimings.sessionLifetime;

export function createAccountEngine(
  database: Database,
  clock: Clock,
  secret: string,
): AccountEngine {
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
      expiresIn: sessionLifetimeMs / 1000,
    },
    emailAndPassword: { enabled: true, requireEmailVerification: true, autoSignIn: false },
  });
  const adapter = async () => (await auth.$context).internalAdapter;

  return {
    createAccount: async (email, passwordHash) => {
      const accounts = await adapter();
      const now = clock.now();
      const times = { createdAt: now, updatedAt: now };
      const user = await accounts.createUser({ email, name: '', emailVerified: false, ...times }, {
        method: 'email-password',
      } as never);
      await accounts.linkAccount({
        userId: user.id,
        accountId: user.id,
        providerId: credentialProvider,
        password: passwordHash,
        ...times,
      });
      return user.id;
    },
    setPassword: async (userId, passwordHash) => {
      await (await adapter()).updatePassword(userId, passwordHash);
    },
    setEmail: async (userId, email) => {
      const accounts = await adapter();
      await accounts.updateUser(userId, { email, emailVerified: true, updatedAt: clock.now() });
    },
    markVerified: async (userId) => {
      const accounts = await adapter();
      await accounts.updateUser(userId, { emailVerified: true, updatedAt: clock.now() });
    },
    createSession: async (userId, from) => {
      const now = clock.now();
      const accounts = await adapter();
      const session = await accounts.createSession(
        userId,
        false,
        {
          ipAddress: from.address,
          userAgent: from.user_agent ?? '',
          createdAt: now,
          updatedAt: now,
          expiresAt: new Date(now.getTime() + sessionLifetimeMs),
        },
        true,
      );
      return { id: session.id, token: session.token };
    },
    endSession: async (token) => {
      await (await adapter()).deleteSession(token);
    },
    endAllSessions: async (userId) => {
      await (await adapter()).deleteUserSessions(userId);
    },
  };
}

/** The adapter keeps one handle for good; this one always leads to the current transaction. */
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
