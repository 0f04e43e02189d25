import { describe, expect, it } from 'vitest';
import { archivePaths, linkTo } from './archive-paths.ts';

const pathsOf = (title: string, ...file_names: string[]) =>
  archivePaths([{ title, file_names }]).flat();

describe('where files lie in an archive', () => {
  it('is the title of their instruction, and their own name', () => {
    expect(pathsOf('Квартира', 'договор.pdf')).toEqual(['files/Квартира/договор.pdf']);
  });

  it.each(['../../etc', '/root', 'C:\\Windows', '..', 'con', 'a\u202egpj', 'a\u0000b', ' ', '...'])(
    'does not lead anywhere else, whatever the title is: %j',
    (title) => {
      const [path = ''] = pathsOf(title, `../${title}.pdf`);
      expect(path).toMatch(/^files\/[^/\\:]+\/[^/\\:]+\.pdf$/);
      expect(path.split('/')).not.toContain('..');
      expect(path).not.toMatch(/[\p{Cc}\u202e]|[. ]\/|\/(con|aux)[./]/iu);
    },
  );

  it('is never the same for two files', () => {
    const same = { title: 'Дом', file_names: ['план.png', 'ПЛАН.png'] };
    const paths = archivePaths([same, { ...same, title: 'дом' }]).flat();
    expect(new Set(paths.map((path) => path.toLowerCase())).size).toBe(4);
  });

  it('stays short enough to be unpacked anywhere', () => {
    const [path = ''] = pathsOf('я'.repeat(200), 'a.pdf');
    expect(path.length).toBeLessThan(80);
  });

  it('stands in a link as one path, whatever signs it has', () => {
    expect(linkTo('files/50% #1?/a "b".pdf')).toBe('files/50%25%20%231%3F/a%20%22b%22.pdf');
  });
});
