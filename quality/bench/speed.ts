import { fileURLToPath } from 'node:url';
import { startPostgresStandIn } from '@zavet/postgres-stand-in/stand-in';
import { treeOf } from './process-tree.ts';
import { latenciesOf, medians, percentile, throughput } from './rounds.ts';
import { startProcess, startServer } from './server.ts';
import { assertSameAnswers, fillSide, lanes, newcomers, type Side } from './sides.ts';
import { file, measures } from './speed-measures.ts';
import { allowStorage } from './vault.ts';

const rounds = 9;
const slowestOfBare = 4;
const mostMemoryMb = 250;
const bareServer = fileURLToPath(new URL('./bare/bare-server.ts', import.meta.url));
const mirrorServer = fileURLToPath(new URL('./mirror/mirror-server.ts', import.meta.url));

type Sides = { product: Side; bare: Side; mirror: Side };

/**
 * How much the product gets done while the least that could do the job does 1, and while a server
 * that sends the product's statements does 1.
 */
export async function speed(only = Object.keys(measures)): Promise<string[]> {
  const postgres = await startPostgresStandIn();
  const databaseUrl = await postgres.newDatabase('zavet');
  const product = await startServer(databaseUrl);
  const bare = await startProcess(bareServer, { DATABASE_URL: databaseUrl });
  const mirror = await startProcess(mirrorServer, { DATABASE_URL: databaseUrl });
  try {
    const sideOf = async ({ url }: { url: string }) => {
      const people = await newcomers(product);
      await allowStorage(databaseUrl, people);
      return fillSide(url, people, file);
    };
    const sides = {
      product: await sideOf(product),
      bare: await sideOf(bare),
      mirror: await sideOf(mirror),
    };
    await assertSameAnswers(sides.product, sides.bare, sides.mirror);
    const lines: string[] = [];
    for (const name of only) lines.push(await measure(name, sides));
    const { memoryMb } = treeOf(product.pid);
    return [...lines, `memory after that  ${memoryMb} MB (at most ${mostMemoryMb})`];
  } finally {
    await mirror.stop();
    await bare.stop();
    await product.stop();
    await postgres.stop();
  }
}

async function measure(name: string, sides: Sides): Promise<string> {
  const known = measures[name];
  if (!known) throw new Error(`There is no measure called ${name}.`);
  const { calls, isMirrored, wanted, work } = known;
  const latencies = { product: latenciesOf(), bare: latenciesOf() };
  const rate = (side: Side, time: (call: () => Promise<unknown>) => Promise<unknown>) => () =>
    throughput(lanes, calls, (lane) => time(() => work(side, lane)));
  const { product, bare, mirror } = sides;
  const found = await medians<string>(rounds, {
    product: rate(product, latencies.product.time),
    bare: rate(bare, latencies.bare.time),
    ...(isMirrored && { mirror: rate(mirror, (call) => call()) }),
  });
  const per = (to: string) => ((found.product ?? 0) / (found[to] ?? 0)).toFixed(2);
  const slow = percentile(latencies.product.ms, 99) / percentile(latencies.bare.ms, 99);
  return [
    `${name.padEnd(15)}  product : bare  ${per('bare')} (at least ${wanted}; `,
    `${found.product?.toFixed(0)} : ${found.bare?.toFixed(0)} a second)`,
    `, p99 ${slow.toFixed(1)} times (at most ${slowestOfBare})`,
    found.mirror ? `, product : mirror  ${per('mirror')}` : '',
  ].join('');
}
