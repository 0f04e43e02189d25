import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import configuration from '../../.dependency-cruiser.mjs';
import { cruise } from './architecture.mjs';

const features = 'apps/server/src/features';
const platform = 'apps/server/src/platform';
const web = 'apps/web/src';

/** A small tree without violations. */
const valid = {
  'packages/contract/src/limits.ts': '',
  'packages/contract/src/errors.ts': 'import "./limits.ts";',
  'packages/locales/src/read.ts': '',
  'packages/locales/test/parity.test.ts': 'import "@zavet/contract/errors";',
  'packages/texts/src/read.ts': '',
  'packages/texts/test/figures.test.ts': 'import "@zavet/contract/limits";',
  'apps/server/src/main.ts': 'import "./product.ts"; import "./config/read.ts";',
  'apps/server/src/config/read.ts': '',
  'apps/server/src/commands/keys.ts': 'import "../product.ts";',
  'apps/server/src/product.ts': 'import "./features/billing/plans/plan-routes.ts";',
  [`${features}/billing/plans/plan-routes.ts`]:
    'import "./plan-repository.ts"; import "./plan-rules.ts"; import "../../identity/account/index.ts";',
  [`${features}/billing/plans/plan-repository.ts`]:
    'import { eq } from "drizzle-orm"; import "../../../platform/database/open.ts";',
  [`${features}/billing/plans/plan-rules.ts`]:
    'import type { Limits } from "@zavet/contract/limits";',
  [`${features}/identity/account/index.ts`]: 'import "./sign-up.ts"; import "./account-tables.ts";',
  [`${features}/identity/account/sign-up.ts`]: '',
  [`${features}/identity/account/account-tables.ts`]: 'import "drizzle-orm/pg-core";',
  [`${features}/identity/account/account-repository.ts`]: 'import "./account-tables.ts";',
  [`${features}/protocol/veto/veto.ts`]: 'import "../waiting/wait.ts";',
  [`${features}/protocol/waiting/wait.ts`]: '',
  [`${features}/protocol/waiting/until.ts`]: 'import "../veto/until.ts";',
  [`${features}/protocol/veto/until.ts`]: '',
  [`${platform}/database/open.ts`]: 'import "drizzle-orm";',
  [`${web}/main.tsx`]: 'import "./app/router.tsx";',
  [`${web}/app/router.tsx`]: 'import "../features/identity/account/login.tsx";',
  [`${web}/features/identity/account/login.tsx`]:
    'import "../../../ui/button.tsx"; import "../../../platform/api.ts";',
  [`${web}/features/identity/account/public/session.tsx`]: '',
  [`${web}/features/billing/plans/public/plan.tsx`]:
    'import "../offer.tsx"; import "../../../identity/account/public/session.tsx";',
  [`${web}/features/billing/plans/offer.tsx`]: '',
  [`${web}/platform/api.ts`]: 'import "@zavet/contract/limits";',
  [`${web}/platform/api.test.ts`]: 'import "../../test/fixture.ts"; import "./api.ts";',
  'apps/web/test/fixture.ts': '',
  [`${web}/ui/button.tsx`]: 'import "@zavet/contract/limits";',
  [`${web}/recipient/letter.ts`]: 'import "@zavet/contract/limits";',
  'quality/fakes/yookassa/src/stand-in.ts': '',
  'quality/fakes/yookassa/test/shop.ts': 'import "../src/stand-in.ts";',
  'apps/server/test/payment-fixture.ts':
    'import "../../../quality/fakes/yookassa/src/stand-in.ts";',
  'quality/e2e/journey.ts': 'import "@zavet/contract/limits";',
};

const domains = ['identity', 'people', 'vault', 'billing', 'mail', 'protocol', 'desk', 'service'];

/** A rule, a file and the import by which it breaks the rule. */
const violating = [
  ['no-cycles', `${platform}/cycle-a.ts`, './cycle-b.ts'],
  ['no-unresolved', `${platform}/lost.ts`, './missing.ts'],
  ['contract-stands-alone', 'packages/contract/src/a.ts', '../../locales/src/read.ts'],
  ['locales-stand-alone', 'packages/locales/src/a.ts', '@zavet/contract/errors'],
  ['texts-stand-alone', 'packages/texts/src/a.ts', '../../locales/src/read.ts'],
  ['server-without-web', `${platform}/a.ts`, '../../../web/src/ui/button.tsx'],
  ['web-without-server', `${web}/ui/a.ts`, '../../../server/src/platform/database/open.ts'],
  ['journeys-from-outside', 'quality/e2e/a.ts', '../../apps/server/src/platform/database/open.ts'],
  [
    'fakes-stand-alone',
    'quality/fakes/yookassa/src/a.ts',
    '../../../../packages/contract/src/limits.ts',
  ],
  ['fakes-only-in-tests', `${platform}/c.ts`, '../../../../quality/fakes/yookassa/src/stand-in.ts'],
  ['platform-knows-no-product', `${platform}/b.ts`, '../features/identity/account/index.ts'],
  ['features-below-program', `${features}/identity/account/a.ts`, '../../../product.ts'],
  ['program-without-commands', 'apps/server/src/a.ts', './commands/keys.ts'],
  [
    'features-through-what-they-publish',
    `${features}/billing/plans/b.ts`,
    '../../identity/account/sign-up.ts',
  ],
  [
    'features-through-what-they-publish',
    `${features}/protocol/rehearsal/b.ts`,
    '../dashboard/deps.ts',
  ],
  ...domains.slice(0, -1).flatMap((domain, at) => [
    [
      `nothing-above-${domain}`,
      `${features}/${domain}/low/a.ts`,
      `../../${domains[at + 1]}/high/index.ts`,
    ],
    [
      `web-nothing-above-${domain}`,
      `${web}/features/${domain}/low/a.ts`,
      `../../${domains[at + 1]}/high/public/a.ts`,
    ],
  ]),
  ['rules-are-pure', `${features}/billing/plans/price-rules.ts`, 'node:crypto'],
  ['sql-in-repositories', `${features}/billing/plans/list-plans.ts`, 'drizzle-orm/pg-core'],
  ['tables-in-repositories', `${features}/identity/account/count.ts`, './account-tables.ts'],
  ['tables-import-tables', `${features}/billing/plans/plan-tables.ts`, './plan-routes.ts'],
  ['ui-knows-no-product', `${web}/ui/b.tsx`, '../features/identity/account/login.tsx'],
  ['web-features-below-app', `${web}/features/identity/account/b.tsx`, '../../../app/router.tsx'],
  ['web-platform-knows-only-the-contract', `${web}/platform/a.ts`, '../ui/button.tsx'],
  ['web-test-doubles-only-in-tests', `${web}/ui/c.ts`, '../../test/fixture.ts'],
  [
    'web-features-through-what-they-publish',
    `${web}/features/billing/plans/c.tsx`,
    '../../identity/account/login.tsx',
  ],
  ['recipients-page-stands-alone', `${web}/recipient/a.ts`, '../ui/button.tsx'],
  ['application-without-recipients-page', `${web}/app/b.ts`, '../recipient/letter.ts'],
];

const trees = [];
afterAll(async () => {
  for (const tree of trees) await rm(tree, { recursive: true });
});

test('a valid tree has no violation', async () => {
  const { modules, violations } = cruise(await createTree(valid));
  expect(violations).toEqual([]);
  expect(modules).toHaveLength(Object.keys(valid).length);
});

describe('in a tree with violations', () => {
  let violations;
  beforeAll(async () => {
    const faulty = violating.map(([, from, imported]) => [
      from,
      `import ${JSON.stringify(imported)};`,
    ]);
    ({ violations } = cruise(
      await createTree({
        ...valid,
        [`${platform}/cycle-b.ts`]: 'import "./cycle-a.ts";',
        [`${features}/protocol/dashboard/deps.ts`]: '',
        ...Object.fromEntries(
          domains.flatMap((domain) => [
            [`${features}/${domain}/high/index.ts`, ''],
            [`${web}/features/${domain}/high/public/a.ts`, ''],
          ]),
        ),
        [`${features}/billing/plans/cycle.ts`]: 'import "../payments/index.ts";',
        [`${features}/billing/plans/index.ts`]: '',
        [`${features}/billing/payments/cycle.ts`]: 'import "../plans/index.ts";',
        [`${features}/billing/payments/index.ts`]: '',
        [`${web}/features/billing/plans/ring.tsx`]: 'import "../payments/public/ring.tsx";',
        [`${web}/features/billing/payments/public/ring.tsx`]:
          'import "../../plans/public/plan.tsx";',
        ...Object.fromEntries(faulty),
      }),
    ));
  });

  test.each(violating)('%s is reported in %s', (rule, from) => {
    const found = violations.filter((violation) => violation.from === from);
    expect(found.map((violation) => violation.rule)).toEqual([rule]);
  });

  test('features that import each other in a cycle are reported, even if no files do', () => {
    const cycles = violations.filter(({ rule }) => rule === 'no-feature-cycles');
    expect(cycles.map(({ from }) => from).sort()).toEqual([
      `${features}/billing/payments`,
      `${features}/billing/plans`,
      `${web}/features/billing/payments`,
      `${web}/features/billing/plans`,
    ]);
  });
});

test('a type import counts', async () => {
  const from = `${platform}/types.ts`;
  const tree = await createTree({
    ...valid,
    [from]: 'import type { Account } from "../features/identity/account/index.ts";',
  });
  expect(cruise(tree).violations).toMatchObject([{ rule: 'platform-knows-no-product', from }]);
});

test('every rule has a test', () => {
  const tested = new Set(violating.map(([rule]) => rule));
  const written = configuration.forbidden.map(({ name }) => name);
  expect([...tested].sort()).toEqual(written.sort());
});

async function createTree(files) {
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
