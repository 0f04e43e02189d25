import { setTimeout as pause } from 'node:timers/promises';
import type { PostgresCluster } from '@zavet/postgres-stand-in/cluster';
import { waitFor } from '@zavet/postgres-stand-in/cluster-process';
import type { PatroniNode } from '@zavet/postgres-stand-in/patroni-node';
import type { Random } from '../random.ts';
import type { Fault } from '../trial.ts';

/** What happens to the cluster; done when it has healed as far as anybody has to do something. */
type Break = (cluster: PostgresCluster, victims: Victims) => Promise<void>;

interface Victims {
  primary: PatroniNode;
  inStep: PatroniNode;
  /** Says that it is broken right now. */
  broken(): void;
}

/** Every kind of break, the worst most often. */
const breaks: readonly [string, Break][] = [
  ['primary lost with its machine', loseMachine],
  ['primary killed', killPostgres],
  ['primary lost with its machine', loseMachine],
  ['switchover', switchOver],
  ['primary frozen', freezeMachine],
  ['primary lost with its machine', loseMachine],
  ['primary left alone by Patroni', losePatroni],
  ['standby in step lost', loseStandby],
];

/** The kinds in turn, each at a moment that the seed decides. */
export function failover(cluster: PostgresCluster, turn: number): Fault {
  const [name, act] = breaks[turn % breaks.length] ?? ['', loseMachine];
  return {
    name,
    families: [0, 20],
    happen: async ({ random, broken }) => {
      const { primary, inStep } = await cluster.roles();
      if (!primary || !inStep) throw new Error('the cluster was not whole');
      await pause(momentOf(random));
      await act(cluster, { primary, inStep, broken });
    },
  };
}

/** While contacts press, pay and letters leave. */
function momentOf(random: Random): number {
  return random.below(2_500);
}

async function loseMachine(cluster: PostgresCluster, { primary, broken }: Victims): Promise<void> {
  await primary.kill();
  broken();
  await anotherPrimary(cluster, primary);
  primary.start();
}

async function killPostgres(_: PostgresCluster, { primary, broken }: Victims): Promise<void> {
  primary.killPostgres();
  broken();
}

async function switchOver(cluster: PostgresCluster, { primary, broken }: Victims): Promise<void> {
  broken();
  await cluster.switchOver();
  await anotherPrimary(cluster, primary);
}

async function freezeMachine(
  cluster: PostgresCluster,
  { primary, broken }: Victims,
): Promise<void> {
  primary.freeze();
  broken();
  try {
    await anotherPrimary(cluster, primary);
  } finally {
    primary.thaw();
  }
}

/** Its PostgreSQL goes on as if nothing had happened, beside the one that takes its place. */
async function losePatroni(cluster: PostgresCluster, { primary, broken }: Victims): Promise<void> {
  await primary.killPatroni();
  broken();
  await anotherPrimary(cluster, primary);
  primary.start();
}

/** Commits wait until another one is in step. */
async function loseStandby(cluster: PostgresCluster, { inStep, broken }: Victims): Promise<void> {
  await inStep.kill();
  broken();
  await waitFor('another standby in step', async () => {
    const now = (await cluster.roles()).inStep;
    return now !== undefined && now !== inStep;
  });
  inStep.start();
}

async function anotherPrimary(cluster: PostgresCluster, former: PatroniNode): Promise<void> {
  await waitFor('another primary', async () => {
    const { primary } = await cluster.roles();
    return primary !== undefined && primary !== former;
  });
}
