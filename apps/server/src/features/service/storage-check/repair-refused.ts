/** A repair that would do harm. The message is one sentence for the person who asked for it. */
export class RepairRefused extends Error {
  override name = 'RepairRefused';
}
