import { fileURLToPath } from 'node:url';
import { startPostgresStandIn } from '@zavet/postgres-stand-in/stand-in';
import { latenciesOf, medians, percentile, throughput } from './rounds.ts';
import { startProcess, startServer } from './server.ts';
import { assertSameAnswers, fillSide, lanes, type Side } from './sides.ts';
import { file, measures } from './speed-measures.ts';

const rounds = 9;
const slowestOfBare = 4;
const serverAt = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/**
 * How much the product gets done while the least that could do the job does 1, and while a server
 * that sends the product's statements does 1.
 */
export async function speed(only = Object.keys(measures)): Promise<string[]> {
  const postgres = await startPostgresStandIn();
  const databaseUrl = await postgres.newDatabase('zavet');
  const product = await startServer(databaseUrl);
  const bare = await startProcess(serverAt('./bare/bare-server.ts'), { DATABASE_URL: databaseUrl });
  const mirror = await startProcess(serverAt('./mirror/mirror-server.ts'), {
    DATABASE_URL: databaseUrl,
  });
  try {
    const sideOf = ({ url }: { url: string }) => fillSide(url, product, databaseUrl, file);
    const sides = {
      product: await sideOf(product),
      bare: await sideOf(bare),
      mirror: await sideOf(mirror),
    };
    await assertSameAnswers(sides.product, sides.bare, sides.mirror);
    const lines: string[] = [];
    for (const name of only) lines.push(await measure(name, sides));
    return lines;
  } finally {
    await mirror.stop();
    await bare.stop();
    await product.stop();
    await postgres.stop();
  }
}

type Sides = Record<'product' | 'bare' | 'mirror', Side>;

async function measure(name: string, sides: Sides): Promise<string> {
  const { wanted, calls, isMirrored, work } = measures[name] ?? fail(name);
  const latencies = { product: latenciesOf(), bare: latenciesOf(), mirror: latenciesOf() };
  const round = (kind: keyof Sides) => () =>
    throughput(lanes, calls, (lane) => latencies[kind].time(() => work(sides[kind], lane)));
  const pair = { product: round('product'), bare: round('bare') };
  const taken: Record<string, () => Promise<number>> = isMirrored
    ? { ...pair, mirror: round('mirror') }
    : pair;
  const found = await medians(rounds, taken);
  const ratio = (to: 'bare' | 'mirror') => ((found.product ?? 0) / (found[to] ?? 0)).toFixed(2);
  const slow = percentile(latencies.product.ms, 99) / percentile(latencies.bare.ms, 99);
  return [
    `${name.padEnd(15)}  product : bare  ${ratio('bare')} (at least ${wanted}; `,
    `${found.product?.toFixed(0)} : ${found.bare?.toFixed(0)} a second)`,
    `, p99 ${slow.toFixed(1)} times (at most ${slowestOfBare})`,
    isMirrored ? `, product : mirror  ${ratio('mirror')}` : '',
  ].join('');
}

function fail(name: string): never {
  throw new Error(`There is no measure called ${name}.`);
}
