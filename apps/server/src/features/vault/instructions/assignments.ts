import type { Context } from '../../../context.ts';
import type { Assignments } from '../../people/contacts/index.ts';
import {
  copyAssignments,
  countByContact,
  deleteAssignments,
  raiseVersionsByContact,
} from './assignment-repository.ts';

export function assignmentsOf({ database }: Context): Assignments {
  const countsOf = async (userId: string) => {
    const counts = await countByContact(database, userId);
    return new Map(counts.map(({ contact_id, ...rest }) => [contact_id, rest]));
  };
  return {
    countsOf,
    replaceContact: async (userId, fromContactId, toContactId) => {
      const before = (await countsOf(userId)).get(fromContactId);
      await raiseVersionsByContact(database, userId, fromContactId);
      if (toContactId) await copyAssignments(database, userId, fromContactId, toContactId);
      const after = (await countsOf(userId)).get(fromContactId);
      await deleteAssignments(database, userId, fromContactId);
      return {
        affected: before?.instruction_count ?? 0,
        orphaned: after?.sole_instruction_count ?? 0,
      };
    },
  };
}
