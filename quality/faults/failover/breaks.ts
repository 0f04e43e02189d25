import { setTimeout as pause } from 'node:timers/promises';
import type { PostgresCluster } from '@zavet/postgres-stand-in/cluster';
import type { PatroniNode } from '@zavet/postgres-stand-in/patroni-node';
import { waitFor } from '@zavet/postgres-stand-in/processes';
import type { Fault, Random } from '../trial.ts';

/** Breaks the cluster; resolves when no further action is needed for its recovery. */
type Break = (cluster: PostgresCluster, victims: Victims) => Promise<void>;

interface Victims {
  primary: PatroniNode;
  synchronous: PatroniNode;
  /** Records the moment of the break. */
  markFault(): void;
}

/** Every kind of break, the worst most often. */
const breaks: readonly [string, Break][] = [
  ['primary lost with its machine', loseMachine],
  ['primary killed', killPostgres],
  ['primary lost with its machine', loseMachine],
  ['switchover', switchOver],
  ['primary frozen', freezeMachine],
  ['primary lost with its machine', loseMachine],
  ['Patroni of the primary killed', losePatroni],
  ['synchronous standby lost', loseStandby],
];

/** The kinds in turn, each at a random moment of the seed. */
export function failover(cluster: PostgresCluster, turn: number): Fault {
  const [name, act] = breaks[turn % breaks.length] ?? ['', loseMachine];
  return {
    name,
    households: [0, 20],
    disturb: async ({ random, markFault }) => {
      const { primary, synchronous } = await cluster.roles();
      if (!primary || !synchronous) throw new Error('the cluster is incomplete');
      await pause(momentOf(random));
      await act(cluster, { primary, synchronous, markFault });
    },
  };
}

/** While contacts start and pay and letters are delivered. */
function momentOf(random: Random): number {
  return random.below(2_500);
}

async function loseMachine(
  cluster: PostgresCluster,
  { primary, markFault }: Victims,
): Promise<void> {
  await primary.kill();
  markFault();
  await anotherPrimary(cluster, primary);
  primary.start();
}

async function killPostgres(_: PostgresCluster, { primary, markFault }: Victims): Promise<void> {
  primary.killPostgres();
  markFault();
}

async function switchOver(
  cluster: PostgresCluster,
  { primary, markFault }: Victims,
): Promise<void> {
  markFault();
  await cluster.switchOver();
  await anotherPrimary(cluster, primary);
}

async function freezeMachine(
  cluster: PostgresCluster,
  { primary, markFault }: Victims,
): Promise<void> {
  primary.freeze();
  markFault();
  try {
    await anotherPrimary(cluster, primary);
  } finally {
    primary.thaw();
  }
}

/** Its PostgreSQL keeps running beside the new primary. */
async function losePatroni(
  cluster: PostgresCluster,
  { primary, markFault }: Victims,
): Promise<void> {
  await primary.killPatroni();
  markFault();
  await anotherPrimary(cluster, primary);
  primary.start();
}

/** Commits wait for another synchronous standby. */
async function loseStandby(
  cluster: PostgresCluster,
  { synchronous, markFault }: Victims,
): Promise<void> {
  await synchronous.kill();
  markFault();
  await waitFor('another synchronous standby', async () => {
    const now = (await cluster.roles()).synchronous;
    return now !== undefined && now !== synchronous;
  });
  synchronous.start();
}

async function anotherPrimary(cluster: PostgresCluster, former: PatroniNode): Promise<void> {
  await waitFor('another primary', async () => {
    const { primary } = await cluster.roles();
    return primary !== undefined && primary !== former;
  });
}
