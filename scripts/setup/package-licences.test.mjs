import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { licencesText, shippedPackages } from './package-licences.mjs';
import { inProject } from './project.mjs';

describe('the licences of a package', () => {
  it('cover all dependencies of the shipped programs, and no others', () => {
    const packages = {
      'apps/server': { dependencies: { one: '1', ours: '1' }, devDependencies: { tool: '1' } },
      'apps/web': {},
      'packages/ours': { dependencies: { deep: '1' } },
      'node_modules/ours': { link: true, resolved: 'packages/ours' },
      'node_modules/one': { dependencies: { deep: '2' } },
      'node_modules/one/node_modules/deep': {},
      'node_modules/deep': { optionalDependencies: { elsewhere: '1' } },
      'node_modules/tool': {},
    };
    expect(shippedPackages(packages)).toEqual([
      'node_modules/deep',
      'node_modules/one',
      'node_modules/one/node_modules/deep',
    ]);
  });

  it('name every direct dependency of server and web application, fonts, icons, Node and PostgreSQL', async () => {
    const text = await licencesText();
    for (const workspace of ['apps/server', 'apps/web']) {
      const { dependencies } = JSON.parse(
        readFileSync(inProject(workspace, 'package.json'), 'utf8'),
      );
      for (const name of Object.keys(dependencies).filter((name) => !name.startsWith('@zavet/'))) {
        expect(text).toContain(`\n${name} `);
      }
    }
    expect(text).toContain('The font literata');
    expect(text).toContain('Paweł Kuna');
    expect(text).toContain('Copyright Node.js contributors');
    expect(text).toContain('PostgreSQL Global Development Group');
  });
});
