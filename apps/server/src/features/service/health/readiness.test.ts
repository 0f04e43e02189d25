import { describe, expect, it } from 'vitest';
import { createReadiness, type ReadinessDeps } from './readiness.ts';

const working: ReadinessDeps = {
  isMigrated: async () => true,
  masterKeys: { isPresent: () => true },
  store: { probe: async () => {} },
  jobs: { isInService: () => true },
};
const away = async () => {
  throw new Error('away');
};

describe('readiness', () => {
  it('is there when everything works', async () => {
    expect(await createReadiness(working).reasonsAgainst()).toEqual([]);
  });

  it('waits until jobs can be ordered and are done', async () => {
    let isInService = false;
    const jobs = { isInService: () => isInService };
    const readiness = createReadiness({ ...working, jobs });
    expect(await readiness.reasonsAgainst()).toEqual(['starting']);
    isInService = true;
    expect(await readiness.reasonsAgainst()).toEqual([]);
    isInService = false;
    expect(await readiness.reasonsAgainst()).toEqual(['queue']);
  });

  it('tells the database that is away from one that lacks migrations', async () => {
    const isMigrated = async () => false;
    expect(await createReadiness({ ...working, isMigrated: away }).reasonsAgainst()).toEqual([
      'database',
    ]);
    expect(await createReadiness({ ...working, isMigrated }).reasonsAgainst()).toEqual([
      'migrations',
    ]);
  });

  it('names everything that is missing at once', async () => {
    let isInService = true;
    const broken = createReadiness({
      isMigrated: away,
      masterKeys: { isPresent: () => false },
      store: { probe: away },
      jobs: { isInService: () => isInService },
    });
    expect(await broken.reasonsAgainst()).toEqual(['database', 'key', 'object_store']);
    isInService = false;
    expect(await broken.reasonsAgainst()).toEqual(['database', 'key', 'object_store', 'queue']);
  });

  it('tells a proxy only what this process misses, and not what all of them share', async () => {
    const shared = { ...working, isMigrated: away, store: { probe: away } };
    expect(createReadiness(shared).ownReasonsAgainst()).toEqual([]);
    const masterKeys = { isPresent: () => false };
    expect(createReadiness({ ...working, masterKeys }).ownReasonsAgainst()).toEqual(['key']);
  });

  it('tells a proxy of its start, once, and of its stop', () => {
    let isInService = false;
    const readiness = createReadiness({ ...working, jobs: { isInService: () => isInService } });
    expect(readiness.ownReasonsAgainst()).toEqual(['starting']);
    isInService = true;
    expect(readiness.ownReasonsAgainst()).toEqual([]);
    // All queues are in one database.
    isInService = false;
    expect(readiness.ownReasonsAgainst()).toEqual([]);
    readiness.stop();
    expect(readiness.ownReasonsAgainst()).toEqual(['stopping']);
  });

  it('does not ask the file storage before there is a database that knows it', async () => {
    let asked = 0;
    const probe = async () => {
      asked += 1;
    };
    const jobs = { isInService: () => false };
    const readiness = createReadiness({ ...working, isMigrated: away, store: { probe }, jobs });
    expect(await readiness.reasonsAgainst()).toEqual(['starting', 'database']);
    expect(asked).toBe(0);
  });

  it('ends with the order to stop, without asking anybody', async () => {
    let asked = 0;
    const isMigrated = async () => {
      asked += 1;
      return true;
    };
    const readiness = createReadiness({ ...working, isMigrated });
    readiness.stop();
    expect(await readiness.reasonsAgainst()).toEqual(['stopping']);
    expect(asked).toBe(0);
  });

  it('ends also for those who asked before the order came', async () => {
    const migrated = Promise.withResolvers<boolean>();
    const readiness = createReadiness({ ...working, isMigrated: () => migrated.promise });
    const asked = readiness.reasonsAgainst();
    readiness.stop();
    migrated.resolve(true);
    expect(await asked).toEqual(['stopping']);
  });
});
