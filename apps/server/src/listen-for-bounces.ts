import type { Logger } from 'pino';
import type { Configuration } from './config/configuration.ts';
import type { Context } from './context.ts';

/** Takes delivery reports where configuration says so; gives the way to stop. */
export async function listenForBounces(
  { bounces, runsJobs }: Pick<Configuration, 'bounces' | 'runsJobs'>,
  deps: Context,
  log: Logger,
): Promise<() => Promise<void>> {
  if (!bounces?.listener || bounces.place.kind !== 'domain' || !runsJobs) return async () => {};
  const { listenForReports } = await import('./features/mail/bounces/listen-for-reports.ts');
  try {
    const options = { ...bounces.listener, domain: bounces.place.domain };
    const listener = await listenForReports(deps, options);
    log.info({ code: 'bounce_listening', port: listener.port }, 'delivery reports are taken');
    return listener.stop;
  } catch (error) {
    // Letters go out without it; another worker of this machine may have the port.
    log.error(
      { code: 'bounce_port_refused', err: error, port: bounces.listener.port },
      'delivery reports cannot be taken on this port',
    );
    return async () => {};
  }
}
