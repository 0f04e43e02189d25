import { sessionTimings } from '@zavet/contract/timings';
import type { Clock } from '../../platform/clock/clock.ts';
import type { Database } from '../../platform/database/database.ts';
import type { AuthAdapter } from './better-auth.ts';

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
  secret: () => string,
): AccountEngine {
  // Half a second of modules: loaded when the first account or session is made, not at start.
  let adapter: Promise<AuthAdapter> | undefined;
  const accountsOf = () => {
    adapter ??= import('./better-auth.ts').then(({ openBetterAuth }) =>
      openBetterAuth(database, secret()),
    );
    return adapter;
  };

  return {
    createAccount: async (email, passwordHash) => {
      const accounts = await accountsOf();
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
      await (await accountsOf()).updatePassword(userId, passwordHash);
    },
    setEmail: async (userId, email) => {
      const accounts = await accountsOf();
      await accounts.updateUser(userId, { email, emailVerified: true, updatedAt: clock.now() });
    },
    markVerified: async (userId) => {
      const accounts = await accountsOf();
      await accounts.updateUser(userId, { emailVerified: true, updatedAt: clock.now() });
    },
    createSession: async (userId, from) => {
      const now = clock.now();
      const accounts = await accountsOf();
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
      await (await accountsOf()).deleteSession(token);
    },
    endAllSessions: async (userId) => {
      await (await accountsOf()).deleteUserSessions(userId);
    },
  };
}
