import { event, port } from '../../../feature.ts';

/** Emitted in the transaction that deletes an account, before its rows are deleted. */
export const accountDeleting = event<{ user_id: string }>('account-deleting');

/** Emitted in the transaction that deletes an account, after its rows are deleted. */
export const accountDeleted = event<{ user_id: string; at: Date }>('account-deleted');

/** Emitted in the transaction that changes the address of an account. */
export const addressChanged = event<{ user_id: string; email: string }>('address-changed');

/** Owners who have this user as a contact. They are locked together with the user. */
export const ownersWithContact = port<(userId: string) => Promise<string[]>>('owners-with-contact');

/** The account's own address, or the second one for warnings. */
export type OwnerAddress = 'first' | 'second';

/** Every confirmed address of an owner. */
export const ownerAddresses =
  port<
    (
      userId: string,
    ) => Promise<{ address: OwnerAddress; email: string; confirmed_at: Date | string | null }[]>
  >('owner-addresses');

/** True while the owner can veto an activation only when signed in. */
export const mustSignInToVeto = port<(userId: string) => Promise<boolean>>('must-sign-in-to-veto');
