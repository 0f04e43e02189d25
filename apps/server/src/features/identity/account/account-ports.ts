import { event, port } from '../../../feature.ts';

/** In the transaction that deletes an account, before its rows are deleted. */
export const accountLeaving = event<{ user_id: string }>('account-leaving');

/** In the transaction that deletes an account, after its rows are deleted. */
export const accountDeleted = event<{ user_id: string; at: Date }>('account-deleted');

/** In the transaction that changes the address of an account. */
export const addressChanged = event<{ user_id: string; email: string }>('address-changed');

/** The owners who have this user as a contact. They are locked together with the user. */
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

/** True while an activation is waiting that the owner can veto only when signed in. */
export const mustSignInToVeto = port<(userId: string) => Promise<boolean>>('must-sign-in-to-veto');
