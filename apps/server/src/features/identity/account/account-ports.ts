import { event, port } from '../../../feature.ts';

/** In the transaction that deletes an account, before its rows go. */
export const accountLeaving = event<{ user_id: string }>('account-leaving');

/** In the transaction that deletes an account, after its rows are gone. */
export const accountDeleted = event<{ user_id: string; at: Date }>('account-deleted');

/** In the transaction that gives an account another address. */
export const addressChanged = event<{ user_id: string; email: string }>('address-changed');

/** The owners who named this person: to be locked together with the person. */
export const ownersNaming = port<(userId: string) => Promise<string[]>>('owners-naming');

/** The account's own address, or the second one for warnings. */
export type OwnerAddress = 'first' | 'second';

/** Every confirmed address of an owner. */
export const ownerAddresses =
  port<
    (
      userId: string,
    ) => Promise<{ address: OwnerAddress; email: string; confirmed_at: Date | string | null }[]>
  >('owner-addresses');

/** Whether a start is running that only the signed-in owner can veto. */
export const mustSignInToVeto = port<(userId: string) => Promise<boolean>>('must-sign-in-to-veto');
