import type { Clock } from '../clock/clock.ts';
import { askOnce } from './ask-once.ts';
import { type Finding, ok, warning, wrong } from './finding.ts';

/** Another clock: whose it is, and how to read it. */
export interface OtherClock {
  name: string;
  read(signal: AbortSignal): Promise<Date | undefined>;
}

const about = 'Clock';
/** HTTP tells whole seconds, and an answer is under way for some time. */
const noticedMs = 3_000;
/** From here on codes of authenticators are refused and waiting times are told wrongly. */
const harmfulMs = 30_000;

/** Our clock beside the others that can be read; those that cannot be are told of elsewhere. */
export async function checkClock(
  clock: Clock,
  others: readonly OtherClock[],
  signal: AbortSignal,
): Promise<Finding[]> {
  if (others.length === 0) return [ok(about, 'nothing that is configured tells the time')];
  const read = await Promise.all(others.map((other) => compare(clock, other, signal)));
  const found = read.filter((one) => one !== undefined);
  if (found.length === 0) {
    const todo = 'Make sure that this machine keeps its time by NTP (timedatectl).';
    return [warning(about, 'there was no other clock to compare ours with', todo)];
  }
  const apart = found.filter(({ ms }) => Math.abs(ms) > noticedMs);
  if (apart.length === 0) {
    return [ok(about, `it agrees with ${found.map(({ name }) => name).join(' and ')}`)];
  }
  return apart.map(({ name, ms }) => {
    const seconds = Math.round(Math.abs(ms) / 1000);
    const says = `it is ${seconds} seconds ${ms > 0 ? 'behind' : 'ahead of'} the clock of ${name}`;
    const todo = 'Let both machines keep their time by NTP (timedatectl set-ntp true).';
    return Math.abs(ms) > harmfulMs ? wrong(about, says, todo) : warning(about, says, todo);
  });
}

async function compare(clock: Clock, other: OtherClock, signal: AbortSignal) {
  const asked = clock.now().getTime();
  const theirs = await other.read(signal).catch(() => undefined);
  if (!theirs) return undefined;
  const ours = (asked + clock.now().getTime()) / 2;
  return { name: other.name, ms: theirs.getTime() - ours };
}

/** The clock of a web server, from the header of whatever it answers. */
export function clockOfService(url: string): OtherClock {
  const { origin, host } = new URL(url);
  return {
    name: host,
    read: async (signal) => {
      const { headers } = await askOnce(origin, { method: 'HEAD', signal });
      return headers.date ? new Date(headers.date) : undefined;
    },
  };
}
