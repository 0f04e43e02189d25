import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import configuration from '../../.dependency-cruiser.mjs';
import { cruise } from './cruise.mjs';

const features = 'apps/server/src/features';
const platform = 'apps/server/src/platform';
const web = 'apps/web/src';

/** A small tree that keeps every rule. */
const orderly = {
  'packages/contract/src/limits.ts': '',
  'packages/contract/src/errors.ts': 'import "./limits.ts";',
  'packages/locales/src/read.ts': '',
  'packages/locales/test/parity.test.ts': 'import "@zavet/contract/errors";',
  'packages/texts/src/read.ts': '',
  'packages/texts/test/figures.test.ts': 'import "@zavet/contract/limits";',
  'apps/server/src/start/serve.ts': 'import "../features/account/account-routes.ts";',
  [`${features}/account/account-routes.ts`]:
    'import "./account-repository.ts"; import "./account-rules.ts"; import "../plans/public.ts";',
  [`${features}/account/account-repository.ts`]:
    'import { eq } from "drizzle-orm"; import "../../platform/database/open.ts";',
  [`${features}/account/account-rules.ts`]: 'import type { Limits } from "@zavet/contract/limits";',
  [`${features}/plans/public.ts`]: 'import "./buy-plan.ts"; import "./plan-tables.ts";',
  [`${features}/plans/buy-plan.ts`]: '',
  [`${features}/plans/plan-tables.ts`]: 'import "drizzle-orm/pg-core";',
  [`${features}/plans/plan-repository.ts`]: 'import "./plan-tables.ts";',
  [`${platform}/database/open.ts`]: 'import "drizzle-orm";',
  [`${web}/main.tsx`]: 'import "./app/router.tsx";',
  [`${web}/app/router.tsx`]: 'import "../features/account/login.tsx";',
  [`${web}/features/account/login.tsx`]:
    'import "../../interface/button.tsx"; import "../../platform/api.ts"; import "../plans/public/plan.tsx";',
  [`${web}/features/plans/public/plan.tsx`]: 'import "../offer.tsx";',
  [`${web}/features/plans/offer.tsx`]: '',
  [`${web}/platform/api.ts`]: 'import "@zavet/contract/limits";',
  [`${web}/platform/api.test.ts`]: 'import "../../test/fixture.ts"; import "./api.ts";',
  'apps/web/test/fixture.ts': '',
  [`${web}/interface/button.tsx`]: 'import "@zavet/contract/limits";',
  [`${web}/delivery/letter.ts`]: 'import "@zavet/contract/limits";',
  'stand-ins/yookassa/src/stand-in.ts': '',
  'stand-ins/yookassa/test/shop.ts': 'import "../src/stand-in.ts";',
  'apps/server/test/paying.ts': 'import "../../../stand-ins/yookassa/src/stand-in.ts";',
  'e2e/journey.ts': 'import "@zavet/contract/limits";',
};

/** Files that each break one rule, and the rule. */
const faults = [
  ['no-circles', `${platform}/ring-a.ts`, './ring-b.ts'],
  ['no-unresolved', `${platform}/lost.ts`, './nowhere.ts'],
  ['contract-stands-alone', 'packages/contract/src/a.ts', '../../locales/src/read.ts'],
  ['locales-stand-alone', 'packages/locales/src/a.ts', '@zavet/contract/errors'],
  ['texts-stand-alone', 'packages/texts/src/a.ts', '../../locales/src/read.ts'],
  ['server-without-web', `${platform}/a.ts`, '../../../web/src/interface/button.tsx'],
  ['web-without-server', `${web}/interface/a.ts`, '../../../server/src/platform/database/open.ts'],
  ['journeys-from-outside', 'e2e/a.ts', '../apps/server/src/platform/database/open.ts'],
  [
    'stand-ins-stand-alone',
    'stand-ins/yookassa/src/a.ts',
    '../../../packages/contract/src/limits.ts',
  ],
  ['stand-ins-only-in-tests', `${platform}/c.ts`, '../../../../stand-ins/yookassa/src/stand-in.ts'],
  ['platform-knows-no-product', `${platform}/b.ts`, '../features/plans/public.ts'],
  ['features-below-start', `${features}/account/a.ts`, '../../start/serve.ts'],
  ['features-through-what-they-publish', `${features}/account/b.ts`, '../plans/buy-plan.ts'],
  ['features-through-what-they-publish', `${features}/account/c.ts`, '../plans/plan-deps.ts'],
  ['rules-are-pure', `${features}/plans/plan-rules.ts`, 'node:crypto'],
  ['sql-in-repositories', `${features}/plans/list-plans.ts`, 'drizzle-orm/pg-core'],
  ['tables-in-repositories', `${features}/plans/count-plans.ts`, './plan-tables.ts'],
  ['interface-knows-no-product', `${web}/interface/b.tsx`, '../features/account/login.tsx'],
  ['web-features-below-app', `${web}/features/account/b.tsx`, '../../app/router.tsx'],
  ['web-platform-knows-only-the-contract', `${web}/platform/a.ts`, '../interface/button.tsx'],
  ['web-test-doubles-only-in-tests', `${web}/interface/c.ts`, '../../test/fixture.ts'],
  ['web-features-through-what-they-publish', `${web}/features/account/c.tsx`, '../plans/offer.tsx'],
  ['recipients-page-stands-alone', `${web}/delivery/a.ts`, '../interface/button.tsx'],
  ['application-without-recipients-page', `${web}/app/b.ts`, '../delivery/letter.ts'],
];

const trees = [];
afterAll(async () => {
  for (const tree of trees) await rm(tree, { recursive: true });
});

test('an orderly tree breaks no rule', async () => {
  const { modules, violations } = cruise(await plant(orderly));
  expect(violations).toEqual([]);
  expect(modules).toHaveLength(Object.keys(orderly).length);
});

describe('in a tree with faults', () => {
  let violations;
  beforeAll(async () => {
    const faulty = faults.map(([, from, imported]) => [
      from,
      `import ${JSON.stringify(imported)};`,
    ]);
    ({ violations } = cruise(
      await plant({
        ...orderly,
        [`${platform}/ring-b.ts`]: 'import "./ring-a.ts";',
        [`${features}/plans/plan-deps.ts`]: '',
        [`${features}/plans/cancel-plan.ts`]: 'import "../account/public.ts";',
        [`${features}/account/public.ts`]: '',
        [`${web}/features/plans/upgrade.tsx`]: 'import "../account/public/link.tsx";',
        [`${web}/features/account/public/link.tsx`]: '',
        ...Object.fromEntries(faulty),
      }),
    ));
  });

  test.each(faults)('%s is noticed in %s', (rule, from) => {
    const found = violations.filter((violation) => violation.from === from);
    expect(found.map((violation) => violation.rule)).toEqual([rule]);
  });

  test('features that reach each other in a ring are noticed, though no file does', () => {
    const rings = violations.filter(({ rule }) => rule === 'no-feature-rings');
    expect(rings.map(({ from }) => from).sort()).toEqual([
      `${features}/account`,
      `${features}/plans`,
      `${web}/features/account`,
      `${web}/features/plans`,
    ]);
  });
});

test('an import of nothing but a type counts', async () => {
  const from = `${platform}/types.ts`;
  const tree = await plant({
    ...orderly,
    [from]: 'import type { Plan } from "../features/plans/public.ts";',
  });
  expect(cruise(tree).violations).toMatchObject([{ rule: 'platform-knows-no-product', from }]);
});

test('every rule is put to the test above', () => {
  const tested = new Set(faults.map(([rule]) => rule));
  const written = configuration.forbidden.map(({ name }) => name);
  expect([...tested].sort()).toEqual(written.sort());
});

async function plant(files) {
  const tree = await mkdtemp(join(tmpdir(), 'zavet-architecture-'));
  trees.push(tree);
  const stubs = {
    'packages/contract/package.json': '{"exports":{"./*":"./src/*.ts"}}',
    'node_modules/drizzle-orm/package.json': '{"name":"drizzle-orm","version":"1.0.0"}',
    'node_modules/drizzle-orm/index.js': '',
    'node_modules/drizzle-orm/pg-core.js': '',
  };
  for (const [path, text] of Object.entries({ ...stubs, ...files })) {
    await mkdir(dirname(join(tree, path)), { recursive: true });
    await writeFile(join(tree, path), text);
  }
  await mkdir(join(tree, 'node_modules/@zavet'));
  await symlink(join(tree, 'packages/contract'), join(tree, 'node_modules/@zavet/contract'));
  return tree;
}
