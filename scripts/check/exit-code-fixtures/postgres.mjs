import { startPostgresStandIn, withoutDisk } from '@zavet/postgres-stand-in/stand-in';

export async function setup() {
  const standIn = await startPostgresStandIn(withoutDisk);
  return () => standIn.stop();
}
